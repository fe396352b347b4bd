// Package chosenpools has functions that put buffers into one of two pools.
package chosenpools

import (
	"errors"
	"sync"
)

var errTooLong = errors.New("too long")

const (
	smallSize = 64
	largeSize = 4096
)

func newBuffer(n int) *[]byte {
	b := make([]byte, n)
	return &b
}

var (
	small = sync.Pool{New: func() any { return newBuffer(smallSize) }}
	large = sync.Pool{New: func() any { return newBuffer(largeSize) }}
)

type message struct {
	large bool
	body  []byte
}

var (
	shortMessages = sync.Pool{New: func() any { return new(message) }}
	longMessages  = sync.Pool{New: func() any { return &message{large: true} }}
)

// What failed is put into the pool of small buffers.
func fillLarge(fill func([]byte) error) error {
	b := large.Get().(*[]byte)
	if err := fill(*b); err != nil {
		small.Put(b) // want "wrong-pool: "
		return err
	}
	large.Put(b)
	return nil
}

// The condition tells nothing of the buffer.
func fillEither(fill func([]byte), again bool) {
	b := small.Get().(*[]byte)
	fill(*b)
	if again {
		large.Put(b) // want "wrong-pool: "
	} else {
		small.Put(b)
	}
}

// The condition asks the buffer, but there is only one pool to choose.
func fillShort(fill func([]byte)) {
	b := small.Get().(*[]byte)
	fill(*b)
	if cap(*b) >= smallSize {
		large.Put(b) // want "wrong-pool: "
	}
}

// Another message is asked than the one that is put back.
func forward(send func(*message), first *message) {
	m := shortMessages.Get().(*message)
	send(m)
	if first.large {
		longMessages.Put(m) // want "wrong-pool: "
	} else {
		shortMessages.Put(m)
	}
}

// There is no choice at all.
func swapPools(send func(*message)) {
	m := longMessages.Get().(*message)
	send(m)
	shortMessages.Put(m) // want "wrong-pool: "
}

// A buffer that is too short goes back where it came from: that asks for its length, but chooses
// no pool. What is long enough goes into either one.
func sendLong(send func([]byte) error, body []byte) error {
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
	small.Put(b) // want "wrong-pool: "
	return nil
}

// The body is looked at before it is sent.
func deliverFull(send func(*message) error, to string) {
	m := longMessages.Get().(*message)
	if err := send(m); err != nil {
		longMessages.Put(m)
		return
	}
	if len(m.body) == 0 {
		longMessages.Put(m)
		return
	}
	if to == "" {
		shortMessages.Put(m) // want "wrong-pool: "
		return
	}
	longMessages.Put(m)
}

// What could not be read goes back, and what was read goes into either pool.
func readFull(read func([]byte) int, n int) int {
	b := small.Get().(*[]byte)
	if n > len(*b) {
		small.Put(b)
		return 0
	}
	got := read((*b)[:n])
	if got < n {
		large.Put(b) // want "wrong-pool: "
		return got
	}
	small.Put(b)
	return n
}

// The condition asks the body, but the head goes where it came from.
func packBoth(name string) error {
	head := shortMessages.Get().(*message)
	body := longMessages.Get().(*message)
	body.body = append(body.body[:0], name...)
	if len(body.body) > largeSize {
		shortMessages.Put(head)
		shortMessages.Put(body) // want "wrong-pool: "
		return errTooLong
	}
	shortMessages.Put(head)
	longMessages.Put(body)
	return nil
}

// It is so where the body is half full.
func fillBoth(fill func(a, b []byte) int) {
	a := small.Get().(*[]byte)
	b := large.Get().(*[]byte)
	n := fill(*a, *b)
	*b = (*b)[:n]
	if len(*b) < cap(*b)/2 {
		small.Put(b) // want "wrong-pool: "
		small.Put(a)
		return
	}
	large.Put(b)
	small.Put(a)
}

// What was read tells nothing of the pool: with or without it, the loop comes to its end.
func pump(read func(*message) error, write func([]byte) error) error {
	m := longMessages.Get().(*message)
	for {
		err := read(m)
		if len(m.body) > 0 {
			if werr := write(m.body); werr != nil {
				longMessages.Put(m)
				return werr
			}
		}
		if err == errTooLong {
			shortMessages.Put(m) // want "wrong-pool: "
			return nil
		}
		if err != nil {
			longMessages.Put(m)
			return err
		}
	}
}

// An empty message is logged before it goes to the wrong pool.
func publish(ready func() bool, log func(string)) {
	m := shortMessages.Get().(*message)
	if len(m.body) == 0 {
		log("empty")
		if !ready() {
			shortMessages.Put(m)
			return
		}
	}
	longMessages.Put(m) // want "wrong-pool: "
}
