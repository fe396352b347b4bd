package cutparts

// Those that are left are dropped, too.
func firstLeft() int {
	j := newJournal()
	j.drop(1)
	n := j.list[0].Value().no
	j.drop(1)
	return n
}

// It was not claimed by the receiver, nor will it be.
func submitFor(to chan<- *ticket, done <-chan struct{}) {
	t := &ticket{ref: entries.Get()}
	select {
	case to <- t:
	default:
		t.ref.Release()
		return
	}
	<-done
	if t.claimed.CompareAndSwap(false, true) {
		t.ref.Release()
	}
}
