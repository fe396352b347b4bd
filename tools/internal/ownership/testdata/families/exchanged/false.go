package exchanged

// Close frees the last window, and export the others.
func aggregated(counts ...int) int {
	a := newAggregator()
	done := make(chan int)
	go export(a.full, done)
	for _, n := range counts {
		a.observe(n)
		a.rotate()
	}
	a.Close()
	return <-done
}

// The first window is freed by exchange, and the second here.
func exchangedOnce(n int) int {
	a := &aggregator{cur: newWindow()}
	a.observe(n)
	a.exchange()
	n += a.cur.total
	a.cur.free()
	a.cur = nil
	return n
}

// The first window is sent, and freed by export.
func sentOnce(n int) int {
	a := newAggregator()
	done := make(chan int)
	go export(a.full, done)
	a.observe(n)
	a.send()
	close(a.full)
	a.cur.free()
	a.cur = nil
	return <-done
}

// The total of the old window is read before it is freed.
func totalFirst(n int) int {
	a := &aggregator{cur: newWindow()}
	old := a.cur
	old.total += n
	n = old.total
	a.exchange()
	a.cur.free()
	return n
}
