// truth: double-release line 69 plain
package main

import (
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/rcpool/rcpool"
)

type Mail struct {
	To   string
	Body []byte
}

func (m *Mail) Reset() { *m = Mail{Body: m.Body[:0]} }

var (
	mails   = rcpool.Pool[Mail]{Name: "mails"}
	errFull = errors.New("outbox is full")
)

// An Outbox sends mails in the background.
type Outbox struct {
	queue chan rcpool.Ref[Mail]
	done  sync.WaitGroup
	mu    sync.Mutex
	sent  map[string]int
}

func NewOutbox(size int) *Outbox {
	o := &Outbox{queue: make(chan rcpool.Ref[Mail], size), sent: map[string]int{}}
	o.done.Go(o.run)
	return o
}

func (o *Outbox) run() {
	for mail := range o.queue {
		o.deliver(mail.Value())
		mail.Release()
	}
}

func (o *Outbox) deliver(m *Mail) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.sent[m.To] += len(m.Body)
}

// Post writes a mail and queues it, waiting at most d.
func (o *Outbox) Post(to, text string, d time.Duration) error {
	mail := mails.Get()
	m := mail.Value()
	m.To = to
	m.Body = append(m.Body, text...)
	timeout := time.NewTimer(d)
	defer timeout.Stop()
	var err error
	select {
	case o.queue <- mail:
		o.mu.Lock()
		o.sent[to]++
		o.mu.Unlock()
	case <-timeout.C:
		err = errFull
	}
	mail.Release()
	return err
}

func (o *Outbox) Close() {
	close(o.queue)
	o.done.Wait()
}

func post(o *Outbox, to, text string) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("post: %v", p)
		}
	}()
	return o.Post(to, text, 50*time.Millisecond)
}

func main() {
	o := NewOutbox(4)
	for i, to := range []string{"ann", "bob", "cid"} {
		if err := post(o, to, fmt.Sprint("message ", i)); err != nil {
			fmt.Println(err)
		}
	}
	o.Close()
	fmt.Println("open leases:", mails.Stats().InUse)
}
