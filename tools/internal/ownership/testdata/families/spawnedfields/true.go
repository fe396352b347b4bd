package spawnedfields

// The goroutine has a message of its own, and forgets it.
func forget(w *worker) {
	go w.peek()
}

func (w *worker) peek() {
	m := msgs.Get() // want "leak: "
	w.stopped <- struct{}{}
	m.Value().ID++
}

// The same in a literal that gets the struct as an argument.
func forgetInLiteral() {
	w := &worker{active: msgs.Get(), stopped: make(chan struct{})}
	go func(w *worker) {
		m := msgs.Get() // want "leak: "
		m.Value().ID = w.active.Value().ID
		close(w.stopped)
	}(w)
	<-w.stopped
	w.active.Release()
}

// The goroutine releases what it replaced, and once more.
func releaseTwice() {
	w := &worker{active: msgs.Get(), stopped: make(chan struct{})}
	go func(w *worker) {
		full := w.active
		w.active = msgs.Get()
		full.Release()
		full.Release() // want "double-release: "
		close(w.stopped)
	}(w)
	<-w.stopped
	w.active.Release()
}

// The goroutine uses what it has released.
func useAfter() {
	w := &worker{active: msgs.Get(), stopped: make(chan struct{})}
	go func(w *worker) {
		full := w.active
		w.active = msgs.Get()
		full.Release()
		full.Value().ID++ // want "use-after-release: "
		close(w.stopped)
	}(w)
	<-w.stopped
	w.active.Release()
}

// Nothing has filled the field.
func runNone() int {
	w := &worker{wake: make(chan bool)}
	w.wakeMany(3)
	return w.active.Value().ID // want "zero-ref: "
}
