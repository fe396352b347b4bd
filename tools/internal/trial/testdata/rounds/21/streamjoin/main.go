// truth: correct
package main

import (
	"fmt"
	"slices"

	"github.com/rcpool/rcpool"
)

type Record struct {
	Key   string
	Time  int
	Field map[string]int
}

func (r *Record) Reset() {
	clear(r.Field)
	r.Key, r.Time = "", 0
}

var records = rcpool.Pool[Record]{
	Name: "join.records",
	New:  func() *Record { return &Record{Field: make(map[string]int)} },
}

// pair owns both of its sides. One of them may be missing.
type pair struct {
	left, right rcpool.Ref[Record]
}

func (p *pair) release() {
	rcpool.Drop(&p.left)
	rcpool.Drop(&p.right)
}

func (p *pair) complete() bool { return !p.left.IsZero() && !p.right.IsZero() }

type window struct {
	size    int
	pending map[string]*pair
	order   []string // keys by arrival
	emit    func(pair)
}

// add takes rec over and emits a pair when it is complete.
func (w *window) add(rec rcpool.Ref[Record], isLeft bool) {
	key := rec.Value().Key
	p := w.pending[key]
	if p == nil {
		p = new(pair)
		w.pending[key] = p
		w.order = append(w.order, key)
	}
	side := &p.right
	if isLeft {
		side = &p.left
	}
	rcpool.Drop(side) // a newer version of the same record
	*side = rec
	if p.complete() {
		w.remove(key)
		w.emit(*p)
		return
	}
	for len(w.order) > w.size {
		w.expire(w.order[0])
	}
}

func (w *window) remove(key string) *pair {
	p := w.pending[key]
	delete(w.pending, key)
	if i := slices.Index(w.order, key); i >= 0 {
		w.order = slices.Delete(w.order, i, i+1)
	}
	return p
}

func (w *window) expire(key string) {
	if p := w.remove(key); p != nil {
		p.release()
	}
}

func (w *window) close() (late int) {
	for _, p := range w.pending {
		p.release()
		late++
	}
	clear(w.pending)
	w.order = nil
	return late
}

func record(key string, at int, name string) rcpool.Ref[Record] {
	ref := records.Get()
	r := ref.Value()
	r.Key, r.Time = key, at
	r.Field[name] = at
	return ref
}

// merge puts the fields of both sides into the left one, which it returns.
func merge(p pair) rcpool.Ref[Record] {
	l := p.left.Value()
	for k, v := range p.right.Value().Field {
		l.Field[k] = v
	}
	p.right.Release()
	return p.left
}

func main() {
	var joined []rcpool.Ref[Record]
	w := &window{size: 3, pending: map[string]*pair{}, emit: func(p pair) {
		if p.left.Value().Time > p.right.Value().Time+50 {
			p.release()
			return
		}
		joined = append(joined, merge(p))
	}}
	keys := []string{"a", "b", "c", "a", "d", "b", "b", "e", "f", "g", "d"}
	for i, key := range keys {
		w.add(record(key, i*10, fmt.Sprint("f", i)), i%2 == 0)
	}
	for _, rec := range joined {
		fmt.Println(rec.Value().Key, len(rec.Value().Field))
		rec.Release()
	}
	fmt.Println(w.close(), "late")
}
