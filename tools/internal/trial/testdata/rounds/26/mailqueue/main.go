// truth: correct

// Command mailqueue delivers mails and retries the deferred ones.
package main

import (
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/rcpool/rcpool"
)

type Mail struct {
	From, To string
	Body     []byte
	Attempt  int
}

func (m *Mail) Reset() { *m = Mail{Body: m.Body[:0]} }

var mails = rcpool.Pool[Mail]{
	Name: "mails",
	Keep: func(m *Mail) bool { return cap(m.Body) <= 32<<10 },
}

var (
	errTemporary = errors.New("450 try again")
	errPermanent = errors.New("550 no such user")
)

type transport interface{ Send(m *Mail) error }

type Queue struct {
	t       transport
	backoff time.Duration
	mu      sync.Mutex
	cancel  map[int]func() bool
	serial  int
	closing bool
	busy    sync.WaitGroup
	log     []string
}

func (q *Queue) note(format string, args ...any) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.log = append(q.log, fmt.Sprintf(format, args...))
}

// Submit takes the mail over.
func (q *Queue) Submit(m rcpool.Ref[Mail]) {
	q.busy.Add(1)
	go func() {
		defer q.busy.Done()
		q.attempt(m)
	}()
}

func (q *Queue) attempt(m rcpool.Ref[Mail]) {
	defer m.Release()
	v := m.Value()
	v.Attempt++
	switch err := q.t.Send(v); {
	case err == nil:
		q.note("sent %s after %d", v.To, v.Attempt)
	case errors.Is(err, errTemporary) && v.Attempt < 3:
		q.later(m)
	default:
		q.note("bounced %s: %v", v.To, err)
	}
}

// later schedules another attempt, with a reference of its own.
func (q *Queue) later(m rcpool.Ref[Mail]) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.closing {
		q.log = append(q.log, "dropped "+m.Value().To)
		return
	}
	id := q.serial
	q.serial++
	next := m.Retain()
	q.busy.Add(1)
	timer := time.AfterFunc(q.backoff, func() {
		q.mu.Lock()
		delete(q.cancel, id)
		q.mu.Unlock()
		defer q.busy.Done()
		q.attempt(next)
	})
	q.cancel[id] = func() bool {
		if !timer.Stop() {
			return false
		}
		next.Release()
		q.busy.Done()
		return true
	}
}

func (q *Queue) Close() (cancelled int) {
	q.mu.Lock()
	q.closing = true
	for id, cancel := range q.cancel {
		if cancel() {
			cancelled++
		}
		delete(q.cancel, id)
	}
	q.mu.Unlock()
	q.busy.Wait()
	return cancelled
}

type flaky struct{}

func (flaky) Send(m *Mail) error {
	switch {
	case m.To == "nobody":
		return errPermanent
	case m.To == "slow" && m.Attempt < 3, m.To == "never":
		return errTemporary
	}
	return nil
}

func main() {
	q := &Queue{t: flaky{}, backoff: 10 * time.Millisecond, cancel: map[int]func() bool{}}
	for _, to := range []string{"ann", "nobody", "slow", "never"} {
		m := mails.Get()
		m.Value().From, m.Value().To = "ops", to
		m.Value().Body = append(m.Value().Body, "hi"...)
		q.Submit(m)
	}
	time.Sleep(100 * time.Millisecond)
	q.mu.Lock()
	q.backoff = time.Hour
	q.mu.Unlock()
	m := mails.Get()
	m.Value().To = "never"
	q.Submit(m)
	time.Sleep(20 * time.Millisecond)
	fmt.Println("cancelled", q.Close(), len(q.log))
}
