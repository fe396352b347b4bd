// truth: correct
package main

import (
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"github.com/rcpool/rcpool"
)

type Tile struct {
	Z, X, Y int
	Pixels  []byte
}

func (t *Tile) Reset() { t.Z, t.X, t.Y, t.Pixels = 0, 0, 0, t.Pixels[:0] }

var tiles = rcpool.Pool[Tile]{Name: "tiles"}

type id struct{ z, x, y int }

// flight is a rendering that several requests wait for.
type flight struct {
	done    chan struct{}
	waiters int // guarded by renderer.mu
	refs    []rcpool.Ref[Tile]
	err     error
}

type renderer struct {
	mu      sync.Mutex
	flights map[id]*flight
	renders atomic.Int64
}

var errZoom = errors.New("zoom out of range")

func (r *renderer) render(k id) (rcpool.Ref[Tile], error) {
	r.renders.Add(1)
	ref := tiles.Get()
	defer rcpool.Drop(&ref)
	t := ref.Value()
	t.Z, t.X, t.Y = k.z, k.x, k.y
	time.Sleep(20 * time.Millisecond)
	if k.z > 18 {
		return rcpool.Ref[Tile]{}, fmt.Errorf("%d/%d/%d: %w", k.z, k.x, k.y, errZoom)
	}
	for i := range 16 {
		t.Pixels = append(t.Pixels, byte(k.x*k.y+i))
	}
	return rcpool.Move(&ref), nil
}

// get returns a tile; each caller has a reference of its own.
func (r *renderer) get(k id) (rcpool.Ref[Tile], error) {
	r.mu.Lock()
	f, ok := r.flights[k]
	if ok {
		f.waiters++
		r.mu.Unlock()
		<-f.done
		if f.err != nil {
			return rcpool.Ref[Tile]{}, f.err
		}
		r.mu.Lock()
		defer r.mu.Unlock()
		last := len(f.refs) - 1
		ref := f.refs[last]
		f.refs = f.refs[:last]
		return ref, nil
	}
	f = &flight{done: make(chan struct{})}
	r.flights[k] = f
	r.mu.Unlock()

	ref, err := r.render(k)
	r.mu.Lock()
	defer r.mu.Unlock()
	delete(r.flights, k)
	f.err = err
	if err == nil {
		for range f.waiters {
			f.refs = append(f.refs, ref.Retain())
		}
	}
	close(f.done)
	return ref, err
}

func main() {
	r := &renderer{flights: map[id]*flight{}}
	var wg sync.WaitGroup
	var sum, failed atomic.Int64
	for i := range 12 {
		k := id{10, 1, i % 2}
		if i >= 8 {
			k = id{25, 1, 1}
		}
		wg.Add(1)
		go func() {
			defer wg.Done()
			t, err := r.get(k)
			if err != nil {
				failed.Add(1)
				return
			}
			defer t.Release()
			for _, p := range t.Value().Pixels {
				sum.Add(int64(p))
			}
		}()
	}
	wg.Wait()
	fmt.Println(sum.Load(), failed.Load(), r.renders.Load() >= 3, len(r.flights))
}
