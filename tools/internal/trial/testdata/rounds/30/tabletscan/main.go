// truth: leak line 69 callee

// Command tabletscan reads rows of tablets. A tablet is closed when the last
// scan and the table itself have given it up.
package main

import (
	"errors"
	"fmt"
	"sort"
	"sync"
	"sync/atomic"
)

type Tablet struct {
	refs   atomic.Int64
	name   string
	keys   []string
	closed *atomic.Int64
}

func NewTablet(name string, closed *atomic.Int64, keys ...string) *Tablet {
	t := &Tablet{name: name, keys: keys, closed: closed}
	sort.Strings(t.keys)
	t.refs.Store(1)
	return t
}

func (t *Tablet) IncrRef() { t.refs.Add(1) }

func (t *Tablet) DecrRef() {
	if t.refs.Add(-1) == 0 {
		t.keys = nil
		t.closed.Add(1)
	}
}

func (t *Tablet) seek(key string) int { return sort.SearchStrings(t.keys, key) }

type Table struct {
	mu      sync.RWMutex
	tablets map[byte]*Tablet
}

var (
	errNoTablet = errors.New("no tablet")
	errRange    = errors.New("empty range")
)

// open returns the tablet for a key; the scan must give it up.
//
//rcpool:returns-owned
func (t *Table) open(key string) (*Tablet, error) {
	t.mu.RLock()
	defer t.mu.RUnlock()
	if key == "" {
		return nil, errRange
	}
	tb, ok := t.tablets[key[0]]
	if !ok {
		return nil, fmt.Errorf("%w for %q", errNoTablet, key)
	}
	tb.IncrRef()
	return tb, nil
}

// Scan visits the keys from from to before to, until visit returns false.
func (t *Table) Scan(from, to string, visit func(key string) bool) error {
	tb, err := t.open(from)
	if err != nil {
		return err
	}
	begin, end := tb.seek(from), tb.seek(to)
	if begin >= end {
		return errRange
	}
	for _, key := range tb.keys[begin:end] {
		if !visit(key) {
			break
		}
	}
	tb.DecrRef()
	return nil
}

func (t *Table) Close() {
	t.mu.Lock()
	defer t.mu.Unlock()
	for b, tb := range t.tablets {
		tb.DecrRef()
		delete(t.tablets, b)
	}
}

func main() {
	var closed atomic.Int64
	t := &Table{tablets: map[byte]*Tablet{
		'a': NewTablet("a", &closed, "ant", "ape", "asp"),
		'b': NewTablet("b", &closed, "bat", "bee"),
	}}
	for _, r := range [][2]string{{"a", "az"}, {"b", "bb"}, {"c", "d"}, {"bz", "c"}} {
		n := 0
		err := t.Scan(r[0], r[1], func(string) bool { n++; return n < 3 })
		fmt.Println(r, n, err)
	}
	t.Close()
	fmt.Println("closed", closed.Load())
}
