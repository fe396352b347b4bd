// truth: zero-ref line 54 plain

// Command outbox queues messages and retries those that did not fit.
package main

import (
	"fmt"
	"log"
	"sync"

	"github.com/rcpool/rcpool"
)

type Message struct {
	ID   int
	To   string
	Body []byte
}

func (m *Message) Reset() { *m = Message{Body: m.Body[:0]} }

type Outbox struct {
	pool  rcpool.Pool[Message]
	queue chan rcpool.Ref[Message]
	sent  sync.WaitGroup
	bytes int
}

func Open(depth int) *Outbox {
	o := &Outbox{queue: make(chan rcpool.Ref[Message], depth)}
	o.sent.Go(func() {
		for msg := range o.queue {
			o.bytes += len(msg.Value().Body)
			msg.Release()
		}
	})
	return o
}

func (o *Outbox) Post(id int, to, body string, verbose bool) error {
	msg := o.pool.Get()
	defer rcpool.Drop(&msg)
	m := msg.Value()
	m.ID, m.To = id, to
	m.Body = append(m.Body, body...)
	if len(m.Body) > 1<<10 {
		return fmt.Errorf("message %d is too large", m.ID)
	}
	if m.To == "" {
		return fmt.Errorf("message %d has no receiver", m.ID)
	}
	o.queue <- rcpool.Move(&msg)
	if verbose {
		log.Printf("queued message %d", msg.Value().ID)
	}
	return nil
}

func (o *Outbox) Close() int {
	close(o.queue)
	o.sent.Wait()
	return o.bytes
}

func main() {
	o := Open(4)
	for i := range 10 {
		if err := o.Post(i, "ann", "hello", i == 8); err != nil {
			log.Fatal(err)
		}
	}
	if err := o.Post(11, "", "hello", false); err == nil {
		log.Fatal("no error")
	}
	fmt.Println("sent", o.Close())
}
