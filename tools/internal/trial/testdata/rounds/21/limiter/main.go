// truth: correct
package main

import (
	"errors"
	"fmt"
	"sync"
	"time"
)

// ticket is a request that waits for its turn.
type ticket struct {
	client string
	cost   int
	ready  chan error // of capacity 1
	prev   *ticket
	next   *ticket
}

var tickets = NewPool(func(t *ticket) {
	t.client, t.cost = "", 0
	t.prev, t.next = nil, nil
	// ready is empty: wait has received what was sent
})

var errClosed = errors.New("limiter closed")

// limiter lets requests through, in order, as far as there are tokens.
type limiter struct {
	mu     sync.Mutex
	tokens int
	first  *ticket
	last   *ticket
	shut   bool
}

// wait returns when the request may go on.
func (l *limiter) wait(client string, cost int) error {
	l.mu.Lock()
	if l.shut {
		l.mu.Unlock()
		return errClosed
	}
	if l.first == nil && l.tokens >= cost {
		l.tokens -= cost
		l.mu.Unlock()
		return nil
	}
	t := tickets.Get()
	if t.ready == nil {
		t.ready = make(chan error, 1)
	}
	t.client, t.cost = client, cost
	t.prev = l.last
	if l.last != nil {
		l.last.next = t
	} else {
		l.first = t
	}
	l.last = t
	l.mu.Unlock()

	err := <-t.ready // the ticket is out of the queue now
	if err != nil {
		err = fmt.Errorf("%s: %w", t.client, err)
	}
	tickets.Put(t)
	return err
}

// unlink takes t out of the queue. The caller has the lock.
func (l *limiter) unlink(t *ticket) {
	if t.prev != nil {
		t.prev.next = t.next
	} else {
		l.first = t.next
	}
	if t.next != nil {
		t.next.prev = t.prev
	} else {
		l.last = t.prev
	}
}

func (l *limiter) refill(n int) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.tokens += n
	for t := l.first; t != nil && t.cost <= l.tokens; t = l.first {
		l.tokens -= t.cost
		l.unlink(t)
		t.ready <- nil
	}
}

// evict turns a client away.
func (l *limiter) evict(client string, why error) (n int) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for t := l.first; t != nil; {
		next := t.next // t belongs to its waiter after the send
		if t.client == client {
			l.unlink(t)
			t.ready <- why
			n++
		}
		t = next
	}
	return n
}

func (l *limiter) close() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.shut = true
	for l.first != nil {
		t := l.first
		l.unlink(t)
		t.ready <- errClosed
	}
}

func main() {
	l := &limiter{tokens: 5}
	var wg sync.WaitGroup
	var mu sync.Mutex
	outcomes := map[string]int{}
	for i := range 20 {
		client := []string{"ann", "bob", "cy"}[i%3]
		wg.Go(func() {
			err := l.wait(client, 1+i%2)
			mu.Lock()
			defer mu.Unlock()
			outcomes[fmt.Sprint(err)]++
		})
	}
	time.Sleep(5 * time.Millisecond)
	turned := l.evict("bob", errors.New("banned"))
	l.refill(4)
	l.close()
	wg.Wait()
	n := 0
	for _, c := range outcomes {
		n += c
	}
	fmt.Println(n, outcomes["bob: banned"] == turned, outcomes["<nil>"] > 0, l.wait("ann", 1))
}
