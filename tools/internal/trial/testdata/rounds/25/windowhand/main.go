// truth: zero-ref line 89 callee

// Command windowhand passes closed metric windows to an uploader.
package main

import (
	"fmt"
	"sync"

	"github.com/rcpool/rcpool"
)

type Window struct {
	From, To int
	Sum      float64
	N        int
}

var windows rcpool.Pool[Window]

type uploader struct {
	in   chan rcpool.Ref[Window]
	wg   sync.WaitGroup
	rows []string
}

func newUploader() *uploader {
	u := &uploader{in: make(chan rcpool.Ref[Window], 4)}
	u.wg.Go(func() {
		for ref := range u.in {
			w := ref.Value()
			u.rows = append(u.rows, fmt.Sprintf("[%d,%d) %.1f", w.From, w.To, w.Sum/float64(w.N)))
			ref.Release()
		}
	})
	return u
}

// offer takes *ref over, unless the window is empty.
func (u *uploader) offer(ref *rcpool.Ref[Window]) bool {
	if ref.Value().N == 0 {
		return false
	}
	u.in <- rcpool.Move(ref)
	return true
}

func (u *uploader) stop() []string {
	close(u.in)
	u.wg.Wait()
	return u.rows
}

type tumbler struct {
	cur   rcpool.Ref[Window]
	width int
	up    *uploader
	end   int
	empty int
}

func (t *tumbler) open(at int) {
	t.cur = windows.Get()
	w := t.cur.Value()
	w.From = at - at%t.width
	w.To = w.From + t.width
}

func (t *tumbler) add(at int, v float64) {
	if t.cur.IsZero() {
		t.open(at)
	}
	if at >= t.cur.Value().To {
		t.roll()
		t.open(at)
	}
	w := t.cur.Value()
	w.N++
	w.Sum += v
}

func (t *tumbler) roll() {
	ref := rcpool.Move(&t.cur)
	defer rcpool.Drop(&ref)
	if !t.up.offer(&ref) {
		t.empty++
		return
	}
	t.end = ref.Value().To
}

func (t *tumbler) close() {
	if !t.cur.IsZero() {
		t.up.offer(&t.cur)
		rcpool.Drop(&t.cur)
	}
}

func main() {
	t := &tumbler{width: 10, up: newUploader()}
	for at := range 10 {
		t.add(at, float64(at))
	}
	t.close()
	fmt.Println(t.up.stop(), t.empty)

	t = &tumbler{width: 4, up: newUploader()}
	for at := range 10 {
		t.add(at, float64(at))
	}
	t.close()
	fmt.Println(t.up.stop(), t.empty, t.end)
	check()
}
