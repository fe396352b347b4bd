// Package spawnedfields has structs whose references a goroutine replaces.
package spawnedfields

import (
	"sync"

	"github.com/rcpool/rcpool"
)

// A Msg is an example.
type Msg struct{ ID int }

var msgs = rcpool.Pool[Msg]{Name: "msgs"}

type worker struct {
	active  rcpool.Ref[Msg]
	wake    chan bool
	stopped chan struct{}
}

func (w *worker) flush() {
	full := w.active
	w.active = msgs.Get()
	full.Release()
}

func (w *worker) loop() {
	defer close(w.stopped)
	for range w.wake {
		w.flush()
	}
}

func (w *worker) close() {
	close(w.wake)
	<-w.stopped
	rcpool.Drop(&w.active)
}

func (w *worker) once() {
	w.flush()
	close(w.stopped)
}

// wakeMany leaves the message alone.
func (w *worker) wakeMany(n int) {
	for range n {
		go func() { w.wake <- true }()
	}
}

// replaceMany waits for the goroutines that replace the message.
func (w *worker) replaceMany(n int) {
	var all sync.WaitGroup
	for range n {
		all.Go(func() {
			rcpool.Drop(&w.active)
			w.active = msgs.Get()
		})
	}
	all.Wait()
}
