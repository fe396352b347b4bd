// truth: use-after-release line 70 hard
package main

import (
	"fmt"

	"github.com/rcpool/rcpool"
)

type Vector struct {
	Entity string
	Values [16]float64
	TS     int64
}

var vectors = rcpool.Pool[Vector]{Name: "vector"}

// ring has the latest vectors of an entity. It owns them.
type ring struct {
	slots [4]rcpool.Ref[Vector]
	next  int
}

func (r *ring) push(v rcpool.Ref[Vector]) {
	i := r.next % len(r.slots)
	rcpool.Drop(&r.slots[i])
	r.slots[i] = v
	r.next++
}

// oldest is borrowed from the ring.
func (r *ring) oldest() *Vector {
	if r.next < len(r.slots) {
		return r.slots[0].Value()
	}
	return r.slots[r.next%len(r.slots)].Value()
}

func (r *ring) close() {
	for i := range r.slots {
		rcpool.Drop(&r.slots[i])
	}
}

type features struct{ rings map[string]*ring }

func newVector(entity string, ts int64, x float64) rcpool.Ref[Vector] {
	ref := vectors.Get()
	v := ref.Value()
	v.Entity, v.TS = entity, ts
	for i := range v.Values {
		v.Values[i] = x * float64(i)
	}
	return ref
}

// add returns how much the first feature moved over the window.
func (f *features) add(entity string, ts int64, x float64) float64 {
	r := f.rings[entity]
	if r == nil {
		r = new(ring)
		f.rings[entity] = r
		r.push(newVector(entity, ts, x))
		return 0
	}
	old := r.oldest()
	v := newVector(entity, ts, x)
	now := v.Value().Values[1]
	r.push(v)
	return now - old.Values[1]
}

func main() {
	f := &features{rings: map[string]*ring{}}
	defer func() {
		for _, r := range f.rings {
			r.close()
		}
	}()
	for i := range 7 {
		fmt.Println(i, f.add("shop-1", int64(i), float64(i*i)))
	}
}
