package spawnedfields

// The goroutine replaces what the struct has; close releases the last one.
func start() *worker {
	w := &worker{active: msgs.Get(), wake: make(chan bool, 1), stopped: make(chan struct{})}
	go w.loop()
	return w
}

// The same in one function.
func runOnce() {
	w := &worker{active: msgs.Get(), stopped: make(chan struct{})}
	go w.once()
	<-w.stopped
	w.active.Release()
}

// A literal gets the struct as an argument.
func runLiteral() {
	w := &worker{active: msgs.Get(), stopped: make(chan struct{})}
	go func(w *worker) {
		w.flush()
		close(w.stopped)
	}(w)
	<-w.stopped
	w.active.Release()
}

// A struct that is filled by the goroutine.
func fill() {
	w := &worker{stopped: make(chan struct{})}
	go func(w *worker) {
		w.active = msgs.Get()
		close(w.stopped)
	}(w)
	<-w.stopped
	w.active.Release()
}

// The callee's goroutine has filled the field.
func runMany() int {
	w := &worker{}
	for n := range 3 {
		w.replaceMany(n + 1)
	}
	id := w.active.Value().ID
	w.active.Release()
	return id
}
