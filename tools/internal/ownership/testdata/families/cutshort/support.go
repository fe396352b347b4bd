// Package cutshort has loops that release the elements of lists of their own.
package cutshort

import (
	"errors"
	"sync"
	"sync/atomic"
)

var errCorrupt = errors.New("corrupt")

// A Table counts its references itself.
type Table struct {
	refs atomic.Int32
	data []byte
	sum  byte
}

func NewTable(data []byte) *Table {
	t := &Table{data: data}
	t.refs.Store(1)
	return t
}

func (t *Table) IncrRef() { t.refs.Add(1) }

// DecrRef releases a reference.
func (t *Table) DecrRef() error {
	if t.refs.Add(-1) == 0 {
		t.data = nil
	}
	return nil
}

func (t *Table) verify() error {
	var sum byte
	for _, b := range t.data {
		sum += b
	}
	if sum != t.sum {
		return errCorrupt
	}
	return nil
}

type level struct {
	mu     sync.RWMutex
	tables []*Table
}
