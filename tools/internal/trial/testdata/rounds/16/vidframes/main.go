// truth: correct

package main

import (
	"container/heap"
	"errors"
	"fmt"
	"sync"

	"github.com/rcpool/rcpool"
)

type frame struct {
	PTS  int
	Key  bool
	Luma []byte
}

var frames = rcpool.Pool[frame]{
	Name:  "frames",
	New:   func() *frame { return &frame{Luma: make([]byte, 0, 64)} },
	Reset: func(f *frame) { f.PTS, f.Key, f.Luma = 0, false, f.Luma[:0] },
}

var errLate = errors.New("late frame")

type item struct {
	pts int
	ref rcpool.Ref[frame]
}

type byPTS []item

func (h byPTS) Len() int           { return len(h) }
func (h byPTS) Less(i, j int) bool { return h[i].pts < h[j].pts }
func (h byPTS) Swap(i, j int)      { h[i], h[j] = h[j], h[i] }
func (h *byPTS) Push(x any)        { *h = append(*h, x.(item)) }
func (h *byPTS) Pop() any {
	old := *h
	last := old[len(old)-1]
	old[len(old)-1] = item{}
	*h = old[:len(old)-1]
	return last
}

// reorder passes frames on in the order of their time stamps.
type reorder struct {
	held  byPTS
	depth int
	last  int
	out   chan<- rcpool.Ref[frame]
	thumb rcpool.Ref[frame]
}

// push takes the frame over in any case.
func (r *reorder) push(ref rcpool.Ref[frame]) error {
	f := ref.Value()
	if f.PTS <= r.last {
		err := fmt.Errorf("%w: %d after %d", errLate, f.PTS, r.last)
		ref.Release()
		return err
	}
	if f.Key {
		rcpool.Drop(&r.thumb)
		r.thumb = ref.Retain()
	}
	heap.Push(&r.held, item{f.PTS, ref})
	for len(r.held) > r.depth {
		r.emit()
	}
	return nil
}

func (r *reorder) emit() {
	next := heap.Pop(&r.held).(item)
	r.last = next.pts
	r.out <- next.ref
}

func (r *reorder) seek(to int) {
	for _, it := range r.held {
		it.ref.Release()
	}
	clear(r.held)
	r.held = r.held[:0]
	r.last = to - 1
}

func (r *reorder) close() {
	for len(r.held) > 0 {
		r.emit()
	}
	rcpool.Drop(&r.thumb)
	close(r.out)
}

func decode(pts int) rcpool.Ref[frame] {
	ref := frames.Get()
	f := ref.Value()
	f.PTS, f.Key = pts, pts%10 == 0
	for i := range 32 {
		f.Luma = append(f.Luma, byte(pts+i))
	}
	return ref
}

func main() {
	out := make(chan rcpool.Ref[frame], 2)
	var wg sync.WaitGroup
	shown, sum := []int{}, 0
	wg.Go(func() {
		for ref := range out {
			f := ref.Value()
			shown = append(shown, f.PTS)
			for _, b := range f.Luma {
				sum += int(b)
			}
			ref.Release()
		}
	})
	r := &reorder{depth: 3, out: out}
	order := []int{1, 3, 2, 5, 4, 10, 7, 8, 1, 6, 9, 12, 11}
	for _, pts := range order {
		if err := r.push(decode(pts)); err != nil {
			fmt.Println(err)
		}
	}
	r.seek(20)
	for _, pts := range []int{22, 20, 21, 19, 30} {
		if err := r.push(decode(pts)); err != nil {
			fmt.Println(err)
		}
	}
	r.close()
	wg.Wait()
	fmt.Println(shown, sum)
}
