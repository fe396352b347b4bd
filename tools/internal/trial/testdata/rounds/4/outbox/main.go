// truth: zero-ref line 69 plain

// Outbox gathers mails and sends them from a queue.
package main

import (
	"errors"
	"fmt"
	"os"
	"strings"
	"sync"

	"github.com/rcpool/rcpool"
)

type Mail struct {
	To   []string
	Body string
}

func (m *Mail) Reset() {
	clear(m.To)
	*m = Mail{To: m.To[:0]}
}

var mails = rcpool.Pool[Mail]{Name: "mails"}

var (
	errNobody = errors.New("no recipients")
	errFull   = errors.New("outbox is full")
)

type Outbox struct {
	mu    sync.Mutex
	queue []rcpool.Ref[Mail]
	max   int
}

// push takes mail over.
func (o *Outbox) push(mail rcpool.Ref[Mail]) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.queue = append(o.queue, mail)
}

func (o *Outbox) full() bool {
	o.mu.Lock()
	defer o.mu.Unlock()
	return len(o.queue) >= o.max
}

func (o *Outbox) Compose(body string, to ...string) error {
	mail := mails.Get()
	defer rcpool.Drop(&mail)
	m := mail.Value()
	m.Body = body
	for _, addr := range to {
		if strings.Contains(addr, "@") {
			m.To = append(m.To, addr)
		}
	}
	if len(m.To) == 0 {
		return errNobody
	}
	if o.full() {
		return errFull
	}
	o.push(rcpool.Move(&mail))
	fmt.Fprintf(os.Stderr, "queued for %d recipients\n", len(mail.Value().To))
	return nil
}

func (o *Outbox) Flush(send func(*Mail)) {
	o.mu.Lock()
	queue := o.queue
	o.queue = nil
	o.mu.Unlock()
	for _, mail := range queue {
		send(mail.Value())
		mail.Release()
	}
}

func main() {
	o := &Outbox{max: 2}
	defer o.Flush(func(m *Mail) { fmt.Println(m.To, m.Body) })
	fmt.Println(o.Compose("hello", "nobody"))
	fmt.Println(o.Compose("hello", "a@example.com", "b@example.com"))
}
