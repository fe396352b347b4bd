package takenlists

type outbox struct{ pending batch }

// Nobody else has the list, and all of it was released.
func (o *outbox) flush() int {
	taken := o.pending
	o.pending = nil
	taken.free()
	return taken.size() // want "use-after-release: "
}

// A callee frees what it gets when it returns, on each way.
func (o *outbox) flushBy(max int) (int, bool) {
	taken := o.pending
	o.pending = make(batch, 0, 8)
	if !write(taken, max) {
		return taken.size(), false // want "use-after-release: "
	}
	return 0, true
}

// It does so through one more.
func (o *outbox) flushThrough() int {
	taken := o.pending
	o.pending = nil
	forward(taken)
	return taken[0].Value().size // want "use-after-release: "
}

// A list of its own is passed on twice.
func sendNew() int {
	b := batch{packets.Get()}
	b = append(b, packets.Get())
	forward(b)
	return b.size() // want "use-after-release: "
}

// Each is read first, then a callee releases all.
func countAndFree(b batch) (n int) {
	for _, p := range b {
		n += p.Value().size
	}
	b.free()
	return n
}

func countTwice() int {
	b := batch{packets.Get()}
	n := countAndFree(b)
	return n + b.size() // want "use-after-release: "
}

// All of them are freed twice.
func (o *outbox) dropAll() {
	taken := o.pending
	o.pending = nil
	forward(taken)
	taken.free() // want "double-release: "
}

// The last one is freed again.
func (o *outbox) dropLast() {
	taken := o.pending
	o.pending = nil
	write(taken, 8)
	taken[len(taken)-1].Release() // want "double-release: "
}
