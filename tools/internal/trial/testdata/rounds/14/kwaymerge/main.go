// truth: correct

// Command kwaymerge merges sorted runs while it compacts them.
package main

import (
	"container/heap"
	"errors"
	"fmt"
	"io"

	"github.com/rcpool/rcpool"
)

type entry struct {
	key     string
	seq     int
	deleted bool
}

var entries = rcpool.Pool[entry]{Name: "entries"}

type run struct {
	keys   []string
	seq    int
	broken bool
	cur    rcpool.Ref[entry]
}

// advance replaces the current entry by the next one.
func (r *run) advance() error {
	rcpool.Drop(&r.cur)
	if len(r.keys) == 0 {
		if r.broken {
			return errors.New("run ends early")
		}
		return io.EOF
	}
	r.cur = entries.Get()
	e := r.cur.Value()
	e.key, e.seq = r.keys[0], r.seq
	if e.key[0] == '-' {
		e.key, e.deleted = e.key[1:], true
	}
	r.keys = r.keys[1:]
	return nil
}

func (r *run) Close() { rcpool.Drop(&r.cur) }

type runs []*run

func (h runs) Len() int { return len(h) }
func (h runs) Less(i, j int) bool {
	a, b := h[i].cur.Value(), h[j].cur.Value()
	return a.key < b.key || a.key == b.key && a.seq > b.seq
}
func (h runs) Swap(i, j int) { h[i], h[j] = h[j], h[i] }
func (h *runs) Push(x any)   { *h = append(*h, x.(*run)) }
func (h *runs) Pop() any {
	r := (*h)[len(*h)-1]
	*h = (*h)[:len(*h)-1]
	return r
}

func merge(in []*run, emit func(*entry) error) error {
	defer func() {
		for _, r := range in {
			r.Close()
		}
	}()
	var h runs
	for _, r := range in {
		switch err := r.advance(); err {
		case nil:
			h = append(h, r)
		case io.EOF:
		default:
			return err
		}
	}
	heap.Init(&h)
	var last rcpool.Ref[entry]
	defer func() { rcpool.Drop(&last) }()
	for len(h) > 0 {
		top := h[0]
		if last.IsZero() || last.Value().key != top.cur.Value().key {
			rcpool.Drop(&last)
			last = top.cur.Retain()
			if e := last.Value(); !e.deleted {
				if err := emit(e); err != nil {
					return err
				}
			}
		}
		switch err := top.advance(); err {
		case nil:
			heap.Fix(&h, 0)
		case io.EOF:
			heap.Pop(&h)
		default:
			return err
		}
	}
	return nil
}

func main() {
	emit := func(e *entry) error {
		if e.key == "z" {
			return errors.New("disk is full")
		}
		fmt.Print(e.key, "@", e.seq, " ")
		return nil
	}
	fmt.Println(merge([]*run{{keys: []string{"a", "c", "d"}, seq: 1}, {keys: []string{"-a", "c"}, seq: 2}, {seq: 3}}, emit))
	fmt.Println(merge([]*run{{keys: []string{"a"}, seq: 1, broken: true}, {keys: []string{"b"}, seq: 2}}, emit))
	fmt.Println(merge([]*run{{keys: []string{"y", "z"}, seq: 1}, {keys: []string{"zz"}, seq: 2}}, emit))
}
