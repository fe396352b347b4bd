package cutshort

import (
	"fmt"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/memory"
)

// The list is used again for each level.
func verifyLevels1(levels []*level) error {
	var tables []*Table
	for _, l := range levels {
		l.mu.RLock()
		tables = tables[:0]
		for _, t := range l.tables {
			tables = append(tables, t)
			t.IncrRef() // want "leak: "
		}
		l.mu.RUnlock()
		for _, t := range tables {
			failed := t.verify()
			if err := t.DecrRef(); err != nil {
				fmt.Println(err)
			}
			if failed != nil {
				return failed
			}
		}
	}
	return nil
}

// The error of the release itself.
func closeAll1(l *level) error {
	all := make([]*Table, 0, len(l.tables))
	l.mu.Lock()
	for _, t := range l.tables {
		t.IncrRef()
		all = append(all, t)
	}
	l.mu.Unlock()
	for _, t := range all {
		if err := t.DecrRef(); err != nil {
			return fmt.Errorf("close: %w", err) // want "leak: "
		}
	}
	return nil
}

// The element itself is not released either.
func sizes1(l *level, max int) (n int, err error) {
	var all []*Table
	for _, t := range l.tables {
		t.IncrRef() // want "leak: "
		all = append(all, t)
	}
	for _, t := range all {
		if len(t.data) > max {
			return 0, errCorrupt
		}
		n += len(t.data)
		t.DecrRef()
	}
	return n, nil
}

// The elements of a list of a known length.
func retained1(columns []arrow.Array) (n int, err error) {
	all := make([]arrow.Array, len(columns))
	for i, c := range columns {
		c.Retain() // want "leak: "
		all[i] = c
	}
	for _, c := range all {
		if c.NullN() > 0 {
			c.Release()
			return 0, errCorrupt
		}
		n += c.Len()
		c.Release()
	}
	return n, nil
}

// Objects that the function has made.
func built1(alloc memory.Allocator, n int) (sum int, err error) {
	var all []*array.Int64
	b := array.NewInt64Builder(alloc)
	defer b.Release()
	for i := range n {
		b.Append(int64(i))
		all = append(all, b.NewInt64Array())
	}
	for _, a := range all {
		sum += a.Len()
		a.Release()
		if sum > 100 {
			return 0, errCorrupt // want "leak: "
		}
	}
	return sum, nil
}

// The tables are counted once more, those of another list do not matter.
func sums1(l *level, max int) (n int, err error) {
	var all, none []*Table
	none = append(none, nil)
	for _, t := range l.tables {
		t.IncrRef()
		all = append(all, t)
	}
	for _, t := range all {
		n += int(t.sum) + len(none)
		t.DecrRef()
		if n > max {
			return n, errCorrupt // want "leak: "
		}
	}
	return n, nil
}

// Each one is released before the next one is looked at.
func largest1(l *level, max int) (n int, err error) {
	all := make([]*Table, 0, len(l.tables))
	for _, t := range l.tables {
		t.IncrRef()
		all = append(all, t)
	}
	for _, t := range all {
		size := len(t.data)
		t.DecrRef()
		if size > max {
			return 0, fmt.Errorf("%d bytes", size) // want "leak: "
		}
		n = size
	}
	return n, nil
}
