// truth: double-release line 41 plain
package main

import (
	"context"
	"fmt"
	"time"

	"github.com/rcpool/rcpool"
)

type Event struct {
	Topic string
	Seq   int
}

var events rcpool.Pool[Event]

type Bus struct {
	normal chan rcpool.Ref[Event]
	urgent chan rcpool.Ref[Event]
	missed int
}

// Publish takes over the event.
func (b *Bus) Publish(ctx context.Context, event rcpool.Ref[Event]) error {
	defer event.Release()
	target := b.normal
	if event.Value().Topic == "alarm" {
		target = b.urgent
	}
	timer := time.NewTimer(20 * time.Millisecond)
	defer timer.Stop()
	sent := event.Retain()
	select {
	case target <- sent:
		return nil
	case <-timer.C:
		b.missed++
		sent.Release()
		event.Release()
		return context.DeadlineExceeded
	}
}

func (b *Bus) drain() int {
	n := 0
	for {
		select {
		case e := <-b.urgent:
			n += e.Value().Seq
			e.Release()
		case e := <-b.normal:
			n += e.Value().Seq
			e.Release()
		default:
			return n
		}
	}
}

func main() {
	b := &Bus{normal: make(chan rcpool.Ref[Event], 2), urgent: make(chan rcpool.Ref[Event], 1)}
	for i, topic := range []string{"alarm", "news", "news"} {
		e := events.Get()
		e.Value().Topic, e.Value().Seq = topic, i
		fmt.Println(topic, b.Publish(context.Background(), e))
		if i == 1 {
			fmt.Println("drained", b.drain())
		}
	}
	for i := range 2 {
		e := events.Get()
		e.Value().Topic, e.Value().Seq = "alarm", i
		fmt.Println("alarm", b.Publish(context.Background(), e))
	}
	fmt.Println(b.drain(), b.missed)
}
