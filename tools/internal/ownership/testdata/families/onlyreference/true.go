package onlyreference

import (
	"fmt"

	"github.com/apache/arrow-go/v18/arrow/array"
)

// The run was released by the callee that has written it to a file.
func (s *spiller) add(run *array.Int64) (int64, error) {
	if n := run.NullN(); n > 0 {
		run.Release()
		return 0, fmt.Errorf("run with %d nulls", n)
	}
	if run.Len() <= 3 {
		defer run.Release()
		return total(run), nil
	}
	name := s.spill(run)
	fmt.Println("spilled", name)
	return total(run), nil // want "use-after-release: "
}

// The run was released here.
func (s *spiller) addNow(run *array.Int64) int64 {
	run.Release()
	return total(run) // want "use-after-release: "
}

// It was released if it was not kept.
func (s *spiller) addOrKeep(run *array.Int64, keep bool) int64 {
	if keep {
		s.kept["last"] = run
		return 0
	}
	s.spill(run)
	return int64(run.Len()) // want "use-after-release: "
}
