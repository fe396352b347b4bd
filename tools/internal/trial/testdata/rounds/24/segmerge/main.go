// truth: correct

// Command segmerge merges sorted segments of a storage engine into one, the
// newest value of each key first.
package main

import (
	"container/heap"
	"context"
	"errors"
	"fmt"

	"github.com/rcpool/rcpool"
)

type Row struct {
	Key     string
	Seq     uint64
	Deleted bool
	Value   []byte
}

var rows = rcpool.Pool[Row]{Reset: func(r *Row) { *r = Row{Value: r.Value[:0]} }}

// An iterator hands out rows; the caller of next owns them. It returns the zero
// Ref at the end.
type iterator interface {
	next() (rcpool.Ref[Row], error)
}

type segment struct {
	name string
	keys []string
	seq  uint64
	bad  int // index of a corrupt row, or -1
	pos  int
}

func (s *segment) next() (rcpool.Ref[Row], error) {
	if s.pos == len(s.keys) {
		return rcpool.Ref[Row]{}, nil
	}
	if s.pos == s.bad {
		return rcpool.Ref[Row]{}, fmt.Errorf("segment %s: row %d is corrupt", s.name, s.pos)
	}
	ref := rows.Get()
	row := ref.Value()
	row.Key, row.Seq = s.keys[s.pos], s.seq
	row.Deleted = len(row.Key) > 3
	row.Value = fmt.Appendf(row.Value, "%s@%s", row.Key, s.name)
	s.pos++
	return ref, nil
}

type cursor struct {
	head rcpool.Ref[Row]
	from iterator
}

type cursors []cursor

func (c cursors) Len() int { return len(c) }
func (c cursors) Less(i, j int) bool {
	a, b := c[i].head.Value(), c[j].head.Value()
	if a.Key != b.Key {
		return a.Key < b.Key
	}
	return a.Seq > b.Seq
}
func (c cursors) Swap(i, j int) { c[i], c[j] = c[j], c[i] }
func (c *cursors) Push(x any)   { *c = append(*c, x.(cursor)) }
func (c *cursors) Pop() any {
	last := len(*c) - 1
	top := (*c)[last]
	(*c)[last] = cursor{}
	*c = (*c)[:last]
	return top
}

func merge(ctx context.Context, sources []iterator, emit func(*Row) error) error {
	var open cursors
	defer func() {
		for _, c := range open {
			c.head.Release()
		}
	}()
	advance := func(from iterator) error {
		head, err := from.next()
		if err != nil || head.IsZero() {
			return err
		}
		heap.Push(&open, cursor{head, from})
		return nil
	}
	for _, source := range sources {
		if err := advance(source); err != nil {
			return err
		}
	}
	previous := ""
	for open.Len() > 0 {
		if err := ctx.Err(); err != nil {
			return err
		}
		top := heap.Pop(&open).(cursor)
		row := top.head.Value()
		if row.Key != previous && !row.Deleted {
			if err := emit(row); err != nil {
				top.head.Release()
				return err
			}
		}
		previous = row.Key
		top.head.Release()
		if err := advance(top.from); err != nil {
			return err
		}
	}
	return nil
}

func sources(bad int) []iterator {
	return []iterator{
		&segment{name: "L0", keys: []string{"a", "c", "gone", "x"}, seq: 3, bad: -1},
		&segment{name: "L1", keys: []string{"a", "b", "gone"}, seq: 2, bad: bad},
		&segment{name: "L2", keys: []string{"b", "d", "x", "z"}, seq: 1, bad: -1},
	}
}

func main() {
	show := func(r *Row) error { fmt.Println(r.Key, string(r.Value)); return nil }
	fmt.Println(merge(context.Background(), sources(-1), show))
	fmt.Println(merge(context.Background(), sources(1), show))
	full := errors.New("disk is full")
	fmt.Println(merge(context.Background(), sources(-1), func(r *Row) error {
		if r.Key > "b" {
			return full
		}
		return nil
	}))
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	fmt.Println(merge(ctx, sources(-1), show))
}
