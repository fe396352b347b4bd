// truth: leak line 58 callee
package main

import (
	"context"
	"errors"
	"fmt"
	"sync"

	"github.com/rcpool/rcpool"
)

type Step struct {
	Name    string
	Args    []string
	Timeout int
}

var steps = rcpool.Pool[Step]{Name: "steps"}

type stage struct {
	mu      sync.Mutex
	pending []string
	seq     int
}

// next prepares the following step, or reports false at the end of the stage.
func (s *stage) next() (rcpool.Ref[Step], bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.seq == len(s.pending) {
		return rcpool.Ref[Step]{}, false
	}
	ref := steps.Get()
	ref.Value().Name = s.pending[s.seq]
	ref.Value().Timeout = 10 * (s.seq + 1)
	s.seq++
	return ref, true
}

type shell struct {
	cancelAt string
	cancel   context.CancelFunc
}

func (sh *shell) exec(st *Step) error {
	if st.Name == sh.cancelAt {
		sh.cancel()
	}
	if st.Timeout > 1000 {
		return errors.New("timeout too long")
	}
	return nil
}

func (sh *shell) runStage(ctx context.Context, s *stage) (int, error) {
	for done := 0; ; done++ {
		st, ok := s.next()
		if !ok {
			return done, nil
		}
		select {
		case <-ctx.Done():
			return done, fmt.Errorf("stage canceled: %w", ctx.Err())
		default:
		}
		if err := sh.exec(st.Value()); err != nil {
			err = fmt.Errorf("%s: %w", st.Value().Name, err)
			st.Release()
			return done, err
		}
		st.Release()
	}
}

func main() {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	sh := &shell{cancelAt: "test", cancel: cancel}
	fmt.Println(sh.runStage(ctx, &stage{pending: []string{"clone", "build"}}))
	fmt.Println(sh.runStage(ctx, &stage{pending: []string{"lint", "test", "publish"}}))
}
