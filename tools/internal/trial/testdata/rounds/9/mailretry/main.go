// truth: correct
package main

import (
	"errors"
	"fmt"
	"strings"
	"sync"
	"time"

	"github.com/rcpool/rcpool"
)

type Mail struct {
	To, Subject string
	Body        []byte
	attempts    int
}

func (m *Mail) Reset() { *m = Mail{Body: m.Body[:0]} }

var mails = rcpool.Pool[Mail]{Name: "mail"}

type transport interface {
	Deliver(m *Mail) error
}

type flaky struct {
	mu   sync.Mutex
	fail map[string]int
	sent int
}

var errTemporary = errors.New("451 try again")

func (f *flaky) Deliver(m *Mail) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.fail[m.To] > 0 {
		f.fail[m.To]--
		return errTemporary
	}
	if strings.HasSuffix(m.To, "@invalid") {
		return errors.New("550 no such user")
	}
	f.sent += len(m.Body)
	return nil
}

type campaign struct {
	t       transport
	pending sync.WaitGroup
	gaveUp  chan string
}

// send takes the mail over. It tries at once and later again.
func (c *campaign) send(mail rcpool.Ref[Mail]) {
	m := mail.Value()
	m.attempts++
	switch err := c.t.Deliver(m); {
	case err == nil:
	case errors.Is(err, errTemporary) && m.attempts < 4:
		c.pending.Add(1)
		again := mail.Retain()
		time.AfterFunc(time.Duration(m.attempts)*time.Millisecond, func() {
			defer c.pending.Done()
			c.send(again)
		})
	default:
		c.gaveUp <- fmt.Sprintf("%s: %v", m.To, err)
	}
	mail.Release()
}

func (c *campaign) run(to ...string) {
	for i, addr := range to {
		mail := mails.Get()
		m := mail.Value()
		m.To, m.Subject = addr, fmt.Sprint("offer ", i)
		m.Body = append(m.Body, "dear customer"...)
		c.send(mail)
	}
	c.pending.Wait()
	close(c.gaveUp)
}

func main() {
	f := &flaky{fail: map[string]int{"b@x": 2, "c@x": 9}}
	c := &campaign{t: f, gaveUp: make(chan string, 8)}
	c.run("a@x", "b@x", "c@x", "d@invalid")
	for s := range c.gaveUp {
		fmt.Println("gave up", s)
	}
	fmt.Println("sent", f.sent)
}
