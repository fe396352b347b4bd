// truth: correct

// Command sstwriter builds sorted tables; the index of a table outlives its builder.
package main

import (
	"errors"
	"fmt"
	"sort"

	"github.com/rcpool/rcpool"
)

type Index struct {
	keys    []string
	offsets []int
}

func (x *Index) Reset() {
	clear(x.keys)
	x.keys, x.offsets = x.keys[:0], x.offsets[:0]
}

func (x *Index) find(key string) (int, bool) {
	i := sort.SearchStrings(x.keys, key)
	if i == len(x.keys) || x.keys[i] != key {
		return 0, false
	}
	return x.offsets[i], true
}

var indexes = rcpool.Pool[Index]{Name: "indexes"}

var errOrder = errors.New("keys out of order")

type builder struct {
	index rcpool.Ref[Index]
	data  []byte
	last  string
	err   error
}

type table struct {
	index *Index
	data  []byte
}

func newBuilder() *builder { return &builder{index: indexes.Get()} }

func (b *builder) add(key, value string) *builder {
	switch {
	case b.err != nil:
	case key <= b.last:
		b.err = fmt.Errorf("%w: %q after %q", errOrder, key, b.last)
	default:
		x := b.index.Value()
		x.keys = append(x.keys, key)
		x.offsets = append(x.offsets, len(b.data))
		b.data = append(append(b.data, value...), 0)
		b.last = key
	}
	return b
}

// finish ends the builder.
func (b *builder) finish() (*table, error) {
	if b.err != nil {
		b.abandon()
		return nil, b.err
	}
	return &table{b.index.Detach(), b.data}, nil
}

func (b *builder) abandon() { b.index.Release() }

func (t *table) get(key string) (string, bool) {
	off, ok := t.index.find(key)
	if !ok {
		return "", false
	}
	end := off
	for t.data[end] != 0 {
		end++
	}
	return string(t.data[off:end]), true
}

type kv struct{ k, v string }

type level struct{ tables []*table }

func (l *level) ingest(rows []kv, limit int) error {
	for len(rows) > 0 {
		n := min(limit, len(rows))
		b := newBuilder()
		for _, r := range rows[:n] {
			b.add(r.k, r.v)
		}
		t, err := b.finish()
		if err != nil {
			return err
		}
		l.tables = append(l.tables, t)
		rows = rows[n:]
	}
	return nil
}

// verify gathers the live keys of all tables, and fails if there are too many.
func (l *level) verify(limit int) (n int, err error) {
	err = indexes.With(func(all *Index) error {
		for _, t := range l.tables {
			all.keys = append(all.keys, t.index.keys...)
		}
		sort.Strings(all.keys)
		for i, k := range all.keys {
			if i == 0 || k != all.keys[i-1] {
				n++
			}
		}
		if n > limit {
			return fmt.Errorf("%d keys, limit %d", n, limit)
		}
		return nil
	})
	return n, err
}

func (l *level) get(key string) (string, bool) {
	for i := len(l.tables) - 1; i >= 0; i-- {
		if v, ok := l.tables[i].get(key); ok {
			return v, true
		}
	}
	return "", false
}

func main() {
	var l level
	fmt.Println(l.ingest([]kv{{"a", "1"}, {"b", "2"}, {"d", "4"}}, 2))
	fmt.Println(l.ingest([]kv{{"b", "20"}, {"a", "10"}}, 4))
	for _, k := range []string{"a", "b", "c", "d"} {
		v, ok := l.get(k)
		fmt.Println(k, v, ok)
	}
	fmt.Println(l.verify(10))
	fmt.Println(l.verify(1))
	b := newBuilder().add("tmp", "x")
	b.abandon()
	s := indexes.Stats()
	fmt.Println(len(l.tables), s.Detached, s.Releases)
	check()
}
