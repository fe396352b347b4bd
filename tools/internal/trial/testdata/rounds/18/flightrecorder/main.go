// truth: correct
package main

import (
	"fmt"
	"strings"
	"sync"

	"github.com/rcpool/rcpool"
)

type Entry struct {
	Seq   int
	Level byte
	Text  string
}

var entries = rcpool.Pool[Entry]{Name: "entries"}

// recorder keeps the latest entries, and shows them when something goes wrong.
type recorder struct {
	mu    sync.Mutex
	slots []rcpool.Ref[Entry]
	head  int
	seq   int
}

func newRecorder(n int) *recorder { return &recorder{slots: make([]rcpool.Ref[Entry], n)} }

func (r *recorder) log(level byte, text string) {
	e := entries.Get()
	r.mu.Lock()
	defer r.mu.Unlock()
	r.seq++
	*e.Value() = Entry{Seq: r.seq, Level: level, Text: text}
	slot := &r.slots[r.head]
	rcpool.Drop(slot)
	*slot = e
	r.head = (r.head + 1) % len(r.slots)
}

// view is a copy of the ring with references of its own.
type view struct {
	refs []rcpool.Ref[Entry]
}

func (v *view) Close() {
	for _, ref := range v.refs {
		ref.Release()
	}
	v.refs = nil
}

func (v *view) dump(min byte) string {
	var b strings.Builder
	for _, ref := range v.refs {
		if e := ref.Value(); e.Level >= min {
			fmt.Fprintf(&b, "%d:%s ", e.Seq, e.Text)
		}
	}
	return b.String()
}

func (r *recorder) snapshot(level byte) *view {
	r.mu.Lock()
	defer r.mu.Unlock()
	v := &view{}
	for i := range r.slots {
		ref := r.slots[(r.head+i)%len(r.slots)]
		if ref.IsZero() || ref.Value().Level < level {
			continue
		}
		v.refs = append(v.refs, ref.Retain())
	}
	return v
}

func (r *recorder) reset() {
	r.mu.Lock()
	defer r.mu.Unlock()
	for i := range r.slots {
		rcpool.Drop(&r.slots[i])
	}
	r.head = 0
}

func main() {
	r := newRecorder(4)
	r.log(1, "boot")
	early := r.snapshot(0)
	defer early.Close()
	for i := range 6 {
		r.log(byte(i%3), fmt.Sprint("step", i))
	}
	func() {
		v := r.snapshot(1)
		defer v.Close()
		r.reset()
		fmt.Println(v.dump(0))
		fmt.Println(v.dump(2))
	}()
	var wg sync.WaitGroup
	for i := range 3 {
		wg.Add(1)
		go func() {
			defer wg.Done()
			r.log(2, fmt.Sprint("goroutine", i))
			v := r.snapshot(2)
			v.Close()
			v.Close()
		}()
	}
	wg.Wait()
	fmt.Println(early.dump(0), len(early.refs))
	r.reset()
}
