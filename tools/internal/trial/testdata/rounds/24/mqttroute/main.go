// truth: leak line 85 callee

// Command mqttroute routes published messages to subscribers by topic filter.
package main

import (
	"errors"
	"fmt"
	"strings"
	"sync"

	"github.com/rcpool/rcpool"
)

type Publish struct {
	Topic   string
	QoS     byte
	Payload []byte
}

var publishes = rcpool.Pool[Publish]{
	Name:  "publishes",
	Reset: func(p *Publish) { *p = Publish{Payload: p.Payload[:0]} },
}

type subscriber struct {
	id     string
	filter []string
	inbox  chan rcpool.Ref[Publish]
}

var errFull = errors.New("inbox is full")

func newSubscriber(id, filter string, depth int) *subscriber {
	return &subscriber{id, strings.Split(filter, "/"), make(chan rcpool.Ref[Publish], depth)}
}

func (s *subscriber) matches(topic string) bool {
	levels := strings.Split(topic, "/")
	for i, f := range s.filter {
		if f == "#" {
			return true
		}
		if i >= len(levels) || f != "+" && f != levels[i] {
			return false
		}
	}
	return len(levels) == len(s.filter)
}

// deliver hands msg to the subscriber. If the inbox is full, msg stays with
// the caller.
func (s *subscriber) deliver(msg rcpool.Ref[Publish]) error {
	select {
	case s.inbox <- msg:
		return nil
	default:
		return fmt.Errorf("%s: %w", s.id, errFull)
	}
}

func (s *subscriber) consume() (bytes int) {
	for msg := range s.inbox {
		bytes += len(msg.Value().Payload)
		msg.Release()
	}
	return bytes
}

type broker struct {
	subs    []*subscriber
	dropped map[string]int
}

func (b *broker) publish(topic string, qos byte, payload string) {
	msg := publishes.Get()
	defer msg.Release()
	p := msg.Value()
	p.Topic, p.QoS = topic, qos
	p.Payload = append(p.Payload, payload...)
	for _, s := range b.subs {
		if !s.matches(p.Topic) {
			continue
		}
		theirs := msg.Retain()
		if err := s.deliver(theirs); err != nil {
			b.dropped[s.id]++
		}
	}
}

func main() {
	b := &broker{dropped: make(map[string]int), subs: []*subscriber{
		newSubscriber("all", "#", 40),
		newSubscriber("temps", "site/+/temp", 40),
		newSubscriber("tiny", "site/a/#", 3),
	}}
	for i := range 20 {
		b.publish(fmt.Sprintf("site/%c/%s", 'a'+i%2, []string{"temp", "fan"}[i%3/2]), byte(i%2), fmt.Sprint(20+i))
	}
	var wg sync.WaitGroup
	for _, s := range b.subs {
		close(s.inbox)
		wg.Go(func() {
			if s.consume() == 0 {
				panic(s.id)
			}
		})
	}
	wg.Wait()
	fmt.Println(b.dropped)
}
