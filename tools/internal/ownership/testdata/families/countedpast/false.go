package countedpast

// The reference is given up by hand.
func check(gen int) error {
	t := NewTable(gen)
	if gen < 0 {
		if t.refs.Add(-1) == 0 {
			t.rows = nil
		}
		return errOld
	}
	t.Release()
	return nil
}

// The goroutine has a reference that was counted by hand.
func visit(gen int, done chan<- int) {
	t := NewTable(gen)
	defer t.Release()
	t.refs.Add(1)
	go func() {
		defer t.Release()
		done <- t.gen
	}()
}

// One method shares the packet by another one.
func (h *hub) broadcast(data string) {
	p := newPacket(data)
	p.share(len(h.out))
	for _, c := range h.out {
		c <- p
	}
	p.done()
}
