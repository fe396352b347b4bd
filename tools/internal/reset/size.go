package reset

import (
	"fmt"
	"strconv"
	"strings"
)

// A Size is a number of bytes. It is a flag.Value and understands 65536, 64KiB,
// 1MiB, 1GiB and none.
type Size int64

const (
	// DefaultLimit is the limit of package fmt for the buffers that it pools.
	DefaultLimit Size = 64 << 10

	// NoLimit keeps every capacity.
	NoLimit Size = -1
)

var units = []struct {
	name  string
	bytes Size
}{{"GiB", 1 << 30}, {"MiB", 1 << 20}, {"KiB", 1 << 10}, {"B", 1}, {"", 1}}

// ParseSize parses a size that is not 0.
func ParseSize(text string) (Size, error) {
	if text == "none" {
		return NoLimit, nil
	}
	for _, unit := range units {
		number, ok := strings.CutSuffix(text, unit.name)
		if !ok {
			continue
		}
		n, err := strconv.ParseInt(number, 10, 64)
		if err != nil || n <= 0 || n > (1<<62)/int64(unit.bytes) {
			break
		}
		return Size(n) * unit.bytes, nil
	}
	return 0, fmt.Errorf("%q is not a size; write a number of bytes such as 65536, 64KiB or 1MiB, or none", text)
}

// Set parses text as ParseSize does.
func (s *Size) Set(text string) (err error) {
	*s, err = ParseSize(text)
	return err
}

// String returns the size in the largest unit that divides it.
func (s Size) String() string {
	if s < 0 {
		return "none"
	}
	for _, unit := range units {
		if s >= unit.bytes && s%unit.bytes == 0 {
			return fmt.Sprintf("%d%s", s/unit.bytes, unit.name)
		}
	}
	return "0"
}
