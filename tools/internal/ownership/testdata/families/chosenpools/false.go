package chosenpools

// The capacity tells where the buffer came from.
func fillSized(fill func([]byte), n int) {
	b := small.Get().(*[]byte)
	if n > smallSize {
		small.Put(b)
		b = large.Get().(*[]byte)
	}
	fill(*b)
	switch cap(*b) {
	case smallSize:
		small.Put(b)
	case largeSize:
		large.Put(b)
	}
}

// So it does in the deferred literal.
func readSized(fill func([]byte) int) int {
	b := small.Get().(*[]byte)
	defer func() {
		if cap(*b) > smallSize {
			large.Put(b)
		} else {
			small.Put(b)
		}
	}()
	n := fill(*b)
	if n == len(*b) {
		bigger := large.Get().(*[]byte)
		copy(*bigger, *b)
		small.Put(b)
		b = bigger
		n = fill((*b)[n:])
	}
	return n
}

// The message knows its pool.
func deliver(send func(*message)) {
	m := longMessages.Get().(*message)
	send(m)
	if m.large {
		longMessages.Put(m)
		return
	}
	shortMessages.Put(m)
}

// A buffer that is too large for its pool goes to the other one, or to nobody.
func fillGrowing(fill func(*[]byte)) {
	b := small.Get().(*[]byte)
	fill(b)
	switch n := cap(*b); {
	case n < largeSize:
		small.Put(b)
	case n == largeSize:
		large.Put(b)
	}
}

// The buffer that was taken last is put back first, each where it belongs.
func copyBoth(work func(a, b []byte)) {
	a := small.Get().(*[]byte)
	b := large.Get().(*[]byte)
	work(*a, *b)
	large.Put(b)
	small.Put(a)
}

// Each buffer that is not too short goes back to the same pool, and so does one that is.
func sendAll(send func([]byte) error, body []byte) error {
	b := large.Get().(*[]byte)
	if len(body)+4 > len(*b) {
		large.Put(b)
		return errTooLong
	}
	n := copy((*b)[4:], body)
	if err := send((*b)[:n+4]); err != nil {
		large.Put(b)
		return err
	}
	large.Put(b)
	return nil
}

// A buffer that is not large may become large.
func fillRegrown(fill func(*[]byte) bool) {
	b := small.Get().(*[]byte)
	fill(b)
	if cap(*b) >= largeSize {
		large.Put(b)
		return
	}
	if fill(b) && cap(*b) >= largeSize {
		large.Put(b)
		return
	}
	small.Put(b)
}

// Its memory is replaced by more where it is too short.
func fillReplaced(fill func([]byte), n int) {
	b := small.Get().(*[]byte)
	if cap(*b) >= largeSize {
		large.Put(b)
		return
	}
	if n > smallSize {
		*b = make([]byte, largeSize)
		fill(*b)
		large.Put(b)
		return
	}
	fill(*b)
	small.Put(b)
}

// The capacity of both says where they go.
func fillTwo(fill func(*[]byte)) {
	a := small.Get().(*[]byte)
	b := small.Get().(*[]byte)
	fill(a)
	fill(b)
	if cap(*a) >= largeSize && cap(*b) >= largeSize {
		large.Put(a)
		large.Put(b)
		return
	}
	small.Put(a)
	small.Put(b)
}

// The one that has grown goes into the pool of large ones, which the other is from, but not beside it.
func growInto(fill func(a, b *[]byte)) {
	a := small.Get().(*[]byte)
	b := large.Get().(*[]byte)
	fill(a, b)
	large.Put(b)
	if cap(*a) >= largeSize {
		large.Put(a)
	} else {
		small.Put(a)
	}
}

// A buffer that has grown goes to the large ones if these want it, and to nobody else.
func fillWanted(fill func(*[]byte), wanted func() bool) {
	b := small.Get().(*[]byte)
	fill(b)
	if cap(*b) >= largeSize && wanted() {
		large.Put(b)
		return
	}
	small.Put(b)
}

// The capacity is between two limits.
func fillBetween(fill func(*[]byte)) {
	b := large.Get().(*[]byte)
	fill(b)
	if cap(*b) >= smallSize && cap(*b) < largeSize {
		small.Put(b)
		return
	}
	large.Put(b)
}
