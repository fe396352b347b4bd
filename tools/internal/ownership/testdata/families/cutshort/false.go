package cutshort

import (
	"errors"
	"fmt"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/memory"
)

// The first error is kept until the loop is done.
func verifyLevels2(levels []*level) error {
	var tables []*Table
	var failed error
	for _, l := range levels {
		l.mu.RLock()
		tables = tables[:0]
		for _, t := range l.tables {
			tables = append(tables, t)
			t.IncrRef()
		}
		l.mu.RUnlock()
		for _, t := range tables {
			if err := t.verify(); err != nil && failed == nil {
				failed = err
			}
			if err := t.DecrRef(); err != nil {
				fmt.Println(err)
			}
		}
		if failed != nil {
			return failed
		}
	}
	return nil
}

// The others are released before the function returns.
func closeAll2(l *level) error {
	var all []*Table
	l.mu.Lock()
	for _, t := range l.tables {
		t.IncrRef()
		all = append(all, t)
	}
	l.mu.Unlock()
	for i, t := range all {
		if err := t.DecrRef(); err != nil {
			for _, rest := range all[i+1:] {
				err = errors.Join(err, rest.DecrRef())
			}
			return err
		}
	}
	return nil
}

// A deferred function releases what is left.
func sizes2(l *level, max int) (n int, err error) {
	var all []*Table
	done := 0
	defer func() {
		for _, t := range all[done:] {
			t.DecrRef()
		}
	}()
	for _, t := range l.tables {
		t.IncrRef()
		all = append(all, t)
	}
	for _, t := range all {
		if len(t.data) > max {
			return 0, errCorrupt
		}
		n += len(t.data)
		done++
		t.DecrRef()
	}
	return n, nil
}

// The list is looked at before the references are released.
func retained2(columns []arrow.Array) (n int, err error) {
	all := make([]arrow.Array, len(columns))
	for i, c := range columns {
		c.Retain()
		all[i] = c
	}
	for _, c := range all {
		if c.NullN() > 0 {
			err = errCorrupt
		}
		n += c.Len()
		c.Release()
	}
	if err != nil {
		return 0, err
	}
	return n, nil
}

// Only the last one may fail.
func built2(alloc memory.Allocator, n int) (sum int, err error) {
	var all []*array.Int64
	b := array.NewInt64Builder(alloc)
	defer b.Release()
	for i := range n {
		b.Append(int64(i))
		all = append(all, b.NewInt64Array())
	}
	for i, a := range all {
		sum += a.Len()
		a.Release()
		if i == len(all)-1 && sum > 100 {
			return 0, errCorrupt
		}
	}
	return sum, nil
}

// The caller gets what is left.
func consume2(l *level, max int) (rest []*Table, err error) {
	var all []*Table
	for _, t := range l.tables {
		t.IncrRef()
		all = append(all, t)
	}
	for i, t := range all {
		if len(t.data) > max {
			return all[i:], errCorrupt
		}
		t.DecrRef()
	}
	return nil, nil
}

// Nothing is in the list but nil, which may be counted.
func empty2(n int) error {
	var all []*Table
	for range n {
		all = append(all, nil)
	}
	for _, t := range all {
		if err := t.DecrRef(); err != nil {
			return err
		}
	}
	return nil
}
