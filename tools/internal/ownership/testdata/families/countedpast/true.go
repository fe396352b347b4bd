package countedpast

// What is counted are the hits.
func checkHits(gen int) error {
	t := NewTable(gen) // want "leak: "
	t.hits.Add(1)
	if gen < 0 {
		return errOld
	}
	t.Release()
	return nil
}

// The goroutine has no reference of its own.
func visitHits(gen int, done chan<- int) {
	t := NewTable(gen)
	defer t.Release()
	t.hits.Add(1)
	go func() { // want "escape: "
		done <- t.gen
	}()
}

// The packet is not shared.
func (h *hub) broadcastOne(data string) {
	p := newPacket(data)
	for _, c := range h.out {
		c <- p // want "escape: "
	}
	p.done()
}
