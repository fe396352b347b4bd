// truth: zero-ref line 52 plain

// Command outboxtx writes domain changes to an outbox that a relay publishes.
package main

import (
	"errors"
	"fmt"
	"time"

	"github.com/rcpool/rcpool"
)

type change struct {
	table string
	key   int
	cols  []string
	at    time.Time
}

func (c *change) Reset() {
	c.table, c.key, c.at = "", 0, time.Time{}
	clear(c.cols)
	c.cols = c.cols[:0]
}

var changes = rcpool.Pool[change]{Name: "changes"}

type outbox struct {
	queue   chan rcpool.Ref[change]
	lag     time.Duration
	written int
}

var errFull = errors.New("outbox is full")

type clock func() time.Time

// record queues a change for the relay.
func (o *outbox) record(now clock, table string, key int, cols ...string) error {
	ref := changes.Get()
	defer rcpool.Drop(&ref)
	c := ref.Value()
	c.table, c.key, c.at = table, key, now()
	c.cols = append(c.cols, cols...)
	if len(o.queue) == cap(o.queue) {
		return fmt.Errorf("%s/%d: %w", table, key, errFull)
	}
	o.queue <- rcpool.Move(&ref)
	o.written++
	if o.lag > 0 {
		fmt.Println("queued", ref.Value().table, "lag", o.lag)
	}
	return nil
}

// relay publishes what is queued, and measures how long it waited.
func (o *outbox) relay(now clock, publish func(*change) error) error {
	for {
		select {
		case ref := <-o.queue:
			c := ref.Value()
			o.lag = now().Sub(c.at)
			err := publish(c)
			ref.Release()
			if err != nil {
				return err
			}
		default:
			return nil
		}
	}
}

func main() {
	tick := time.Unix(0, 0)
	now := func() time.Time { return tick }
	o := &outbox{queue: make(chan rcpool.Ref[change], 2)}
	for i := range 3 {
		if err := o.record(now, "orders", i, "state"); err != nil {
			fmt.Println(err)
		}
	}
	tick = tick.Add(3 * time.Second)
	err := o.relay(now, func(c *change) error {
		fmt.Println("publish", c.table, c.key, c.cols)
		return nil
	})
	fmt.Println(err, o.lag, o.written)
	defer o.relay(now, func(*change) error { return nil })
	if err := o.record(now, "orders", 9); err != nil {
		fmt.Println(err)
	}
}
