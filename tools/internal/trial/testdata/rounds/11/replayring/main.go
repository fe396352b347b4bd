// truth: correct
package main

import (
	"fmt"
	"sync"

	"github.com/rcpool/rcpool"
)

type Input struct {
	Player int
	Keys   uint16
}

type Frame struct {
	Seq    int
	Inputs []Input
}

var frames = rcpool.Pool[Frame]{
	Name:  "frames",
	Reset: func(f *Frame) { *f = Frame{Inputs: f.Inputs[:0]} },
}

const history = 8

// Replay keeps the last frames for players who lag behind.
type Replay struct {
	mu   sync.RWMutex
	ring [history]rcpool.Ref[Frame]
	next int
}

// Push takes f over.
func (r *Replay) Push(f rcpool.Ref[Frame]) {
	r.mu.Lock()
	slot := &r.ring[r.next%history]
	f.Value().Seq = r.next
	r.next++
	old := rcpool.Move(slot)
	*slot = f
	r.mu.Unlock()
	rcpool.Drop(&old)
}

// Since returns the frames from seq on. The caller owns them.
func (r *Replay) Since(seq int) ([]rcpool.Ref[Frame], bool) {
	r.mu.RLock()
	defer r.mu.RUnlock()
	if seq < max(0, r.next-history) || seq > r.next {
		return nil, false
	}
	out := make([]rcpool.Ref[Frame], 0, r.next-seq)
	for ; seq < r.next; seq++ {
		out = append(out, r.ring[seq%history].Retain())
	}
	return out, true
}

func (r *Replay) Close() {
	r.mu.Lock()
	defer r.mu.Unlock()
	for i := range r.ring {
		rcpool.Drop(&r.ring[i])
	}
}

func catchUp(r *Replay, seq int) (presses int, err error) {
	fs, ok := r.Since(seq)
	if !ok {
		return 0, fmt.Errorf("frame %d is gone", seq)
	}
	defer func() {
		for _, f := range fs {
			f.Release()
		}
	}()
	for _, f := range fs {
		for _, in := range f.Value().Inputs {
			if in.Keys == 0xffff {
				return presses, fmt.Errorf("player %d cheats", in.Player)
			}
			presses += int(in.Keys & 1)
		}
	}
	return presses, nil
}

func main() {
	var r Replay
	defer r.Close()
	var wg sync.WaitGroup
	for i := range 30 {
		f := frames.Get()
		for p := range 3 {
			f.Value().Inputs = append(f.Value().Inputs, Input{p, uint16(i + p)})
		}
		if i == 28 {
			f.Value().Inputs[0].Keys = 0xffff
		}
		r.Push(f)
		if i%10 == 5 {
			wg.Add(1)
			go func(seq int) {
				defer wg.Done()
				if _, err := catchUp(&r, seq); err != nil {
					_ = err.Error()
				}
			}(i - 4)
		}
	}
	wg.Wait()
	fmt.Println(catchUp(&r, 29))
	fmt.Println(catchUp(&r, 24))
	fmt.Println(catchUp(&r, 3))
}
