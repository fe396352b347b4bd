// truth: correct

// Command outbox delivers mails with retries; what cannot be delivered is parked.
package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"time"

	"github.com/rcpool/rcpool"
)

type mail struct {
	To       string
	Body     []byte
	Attempts int
	LastErr  error
}

func (m *mail) Reset() { *m = mail{Body: m.Body[:0]} }

var mails = rcpool.Pool[mail]{Name: "mails"}

type outbox struct {
	ready  chan rcpool.Ref[mail]
	mu     sync.Mutex
	parked []rcpool.Ref[mail]
	open   sync.WaitGroup
}

func (o *outbox) submit(to, body string) {
	m := mails.Get()
	m.Value().To = to
	m.Value().Body = append(m.Value().Body, body...)
	o.open.Add(1)
	o.ready <- m
}

var errRefused = errors.New("550 refused")

func deliver(m *mail) error {
	switch {
	case m.To == "nobody":
		return errRefused
	case m.To == "slow" && m.Attempts < 3:
		return errors.New("421 try again")
	}
	return nil
}

// handle takes m over.
func (o *outbox) handle(m rcpool.Ref[mail]) {
	defer rcpool.Drop(&m)
	v := m.Value()
	v.Attempts++
	v.LastErr = deliver(v)
	switch {
	case v.LastErr == nil:
		slog.Debug("delivered", "to", v.To)
		o.open.Done()
	case errors.Is(v.LastErr, errRefused) || v.Attempts >= 5:
		o.park(rcpool.Move(&m))
		o.open.Done()
	default:
		o.retry(rcpool.Move(&m))
	}
}

func (o *outbox) park(m rcpool.Ref[mail]) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.parked = append(o.parked, m)
}

func (o *outbox) retry(m rcpool.Ref[mail]) {
	time.AfterFunc(time.Duration(m.Value().Attempts)*time.Millisecond, func() { o.ready <- m })
}

// takeParked hands over what is parked.
func (o *outbox) takeParked() []rcpool.Ref[mail] {
	o.mu.Lock()
	defer o.mu.Unlock()
	taken := o.parked
	o.parked = nil
	return taken
}

func (o *outbox) run(ctx context.Context) {
	for {
		select {
		case m := <-o.ready:
			o.handle(m)
		case <-ctx.Done():
			return
		}
	}
}

func main() {
	o := &outbox{ready: make(chan rcpool.Ref[mail], 16)}
	ctx, cancel := context.WithCancel(context.Background())
	var workers sync.WaitGroup
	for range 3 {
		workers.Go(func() { o.run(ctx) })
	}
	for i := range 6 {
		o.submit([]string{"ann", "slow", "nobody"}[i%3], fmt.Sprint("message ", i))
	}
	o.open.Wait()
	cancel()
	workers.Wait()
	for _, m := range o.takeParked() {
		fmt.Println(m.Value().To, m.Value().Attempts, m.Value().LastErr)
		m.Release()
	}
}
