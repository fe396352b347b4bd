// truth: correct
package main

import (
	"errors"
	"fmt"
	"math/bits"
	"strconv"
	"strings"
	"sync"
)

const (
	smallest = 4 // 16 coordinates
	largest  = 12
)

// coords remembers its class, so that growing elsewhere does no harm.
type coords struct {
	class int
	v     []float64
}

var classes [largest + 1]sync.Pool

func getCoords(n int) *coords {
	c := max(smallest, bits.Len(uint(max(n, 1)-1)))
	if c > largest {
		return &coords{class: -1, v: make([]float64, 0, n)}
	}
	if x, ok := classes[c].Get().(*coords); ok {
		return x
	}
	return &coords{class: c, v: make([]float64, 0, 1<<c)}
}

func (c *coords) free() {
	if c == nil || c.class < 0 || cap(c.v) != 1<<c.class {
		return
	}
	c.v = c.v[:0]
	classes[c.class].Put(c)
}

var errCoord = errors.New("bad coordinate")

// parseLine reads "lon lat, lon lat"; the caller frees the result.
func parseLine(wkt string) (*coords, error) {
	pairs := strings.Split(wkt, ",")
	c := getCoords(2 * len(pairs))
	for _, p := range pairs {
		f := strings.Fields(p)
		if len(f) != 2 {
			c.free()
			return nil, fmt.Errorf("%w: %q", errCoord, p)
		}
		for _, s := range f {
			x, err := strconv.ParseFloat(s, 64)
			if err != nil {
				c.free()
				return nil, fmt.Errorf("%w: %w", errCoord, err)
			}
			c.v = append(c.v, x)
		}
	}
	return c, nil
}

// densify halves each segment. It takes c and returns what replaces it.
func densify(c *coords) *coords {
	n := len(c.v)
	if n < 4 {
		return c
	}
	out := getCoords(2*n - 2)
	for i := 0; i+3 < n; i += 2 {
		out.v = append(out.v, c.v[i], c.v[i+1], (c.v[i]+c.v[i+2])/2, (c.v[i+1]+c.v[i+3])/2)
	}
	out.v = append(out.v, c.v[n-2], c.v[n-1])
	c.free()
	return out
}

func area(wkt string, rounds int) (float64, int, error) {
	c, err := parseLine(wkt)
	if err != nil {
		return 0, 0, err
	}
	for range rounds {
		c = densify(c)
	}
	defer c.free()
	sum := 0.0
	n := len(c.v)
	for i := 0; i < n; i += 2 {
		j := (i + 2) % n
		sum += c.v[i]*c.v[j+1] - c.v[j]*c.v[i+1]
	}
	return sum / 2, n / 2, nil
}

func main() {
	for _, rounds := range []int{0, 2, 5, 11} {
		fmt.Println(area("0 0, 10 0, 10 10, 0 10, 0 0", rounds))
	}
	fmt.Println(area("0 0, 1", 1))
	fmt.Println(area("0 0, x 1", 1))
	fmt.Println(area("5 5", 3))
}
