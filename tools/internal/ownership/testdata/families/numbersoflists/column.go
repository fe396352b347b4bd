// Package numbersoflists has counted objects whose methods return numbers of their lists. A number
// leads to nothing: who has it does not have the object.
package numbersoflists

import (
	"errors"
	"sync/atomic"
)

var errNegative = errors.New("negative")

type column struct {
	refs   atomic.Int64
	values []float64
	names  []string
	first  float64
}

func newColumn(n int) *column {
	c := &column{values: make([]float64, n), names: make([]string, n)}
	c.refs.Store(1)
	return c
}

func (c *column) Retain() { c.refs.Add(1) }

func (c *column) Release() {
	if c.refs.Add(-1) == 0 {
		c.values, c.names = nil, nil
	}
}

func (c *column) Len() int { return len(c.values) }

func (c *column) Value(i int) float64 {
	if i < 0 || i >= len(c.values) {
		panic("index")
	}
	return c.values[i]
}

func (c *column) Name(i int) string { return c.names[i] }

// head notes the first value.
func (c *column) head() { c.first = c.values[0] }

type table struct{ columns []*column }

func (t *table) Column(i int) *column { return t.columns[i] }
