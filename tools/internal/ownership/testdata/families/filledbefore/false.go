package filledbefore

import (
	"sync"

	"github.com/rcpool/rcpool"
)

// It was filled here.
func (r *ring) pushed(f rcpool.Ref[frame]) int {
	r.push(f)
	last := r.last()
	defer last.Release()
	return last.Value().seq
}

// A goroutine has filled it.
func filled(n int) int {
	r := &ring{}
	defer r.clear()
	var wg sync.WaitGroup
	wg.Go(func() {
		for i := range n {
			f := frames.Get()
			f.Value().seq = i
			r.push(f)
		}
	})
	wg.Wait()
	last := r.last()
	defer last.Release()
	return last.Value().seq
}

// The caller asks.
func (r *ring) latest() int {
	last := r.last()
	defer rcpool.Drop(&last)
	if last.IsZero() {
		return -1
	}
	return last.Value().seq
}
