// truth: double-release line 59,68 hard
package main

import (
	"errors"
	"fmt"

	"github.com/rcpool/rcpool"
)

type bucket struct {
	minute int
	counts map[string]int
}

var buckets = rcpool.Pool[bucket]{
	Name: "buckets",
	New:  func() *bucket { return &bucket{counts: map[string]int{}} },
	Reset: func(b *bucket) {
		clear(b.counts)
		b.minute = 0
	},
}

type backend struct{ down bool }

var errDown = errors.New("backend is down")

func (b *backend) send(minute int, counts map[string]int) error {
	if b.down && len(counts) > 1 {
		return errDown
	}
	return nil
}

type rollup struct {
	closed []rcpool.Ref[bucket]
	cur    rcpool.Ref[bucket]
	out    *backend
}

func (r *rollup) count(minute int, route string) {
	if !r.cur.IsZero() && r.cur.Value().minute != minute {
		r.closed = append(r.closed, rcpool.Move(&r.cur))
	}
	if r.cur.IsZero() {
		r.cur = buckets.Get()
		r.cur.Value().minute = minute
	}
	r.cur.Value().counts[route]++
}

func (r *rollup) flush() error {
	for _, b := range r.closed {
		v := b.Value()
		if err := r.out.send(v.minute, v.counts); err != nil {
			return fmt.Errorf("minute %d: %w", v.minute, err)
		}
		b.Release()
	}
	r.closed = r.closed[:0]
	return nil
}

func (r *rollup) stop() {
	rcpool.Drop(&r.cur)
	for i := range r.closed {
		r.closed[i].Release()
	}
	r.closed = nil
}

func main() {
	defer func() {
		if p := recover(); p != nil {
			fmt.Println("panic:", p.(*rcpool.Misuse).Kind)
		}
	}()
	r := &rollup{out: &backend{}}
	r.count(1, "/a")
	r.count(2, "/a")
	fmt.Println(r.flush())
	r.out.down = true
	r.count(3, "/a")
	r.count(3, "/b")
	r.count(4, "/c")
	fmt.Println(r.flush())
	r.stop()
}
