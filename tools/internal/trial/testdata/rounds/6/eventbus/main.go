// truth: escape line 53,67 hard
package main

import (
	"fmt"
	"sort"
	"strings"

	"github.com/rcpool/rcpool"
)

type Order struct {
	ID    int
	Items []string
	Note  []byte
}

func (o *Order) Reset() {
	clear(o.Items)
	*o = Order{Items: o.Items[:0], Note: o.Note[:0]}
}

var orders = rcpool.Pool[Order]{Name: "orders"}

// A Bus runs deferred work at the next tick.
type Bus struct {
	topics map[string][]func() string
}

func (b *Bus) Enqueue(topic string, f func() string) {
	b.topics[topic] = append(b.topics[topic], f)
}

func (b *Bus) Tick() []string {
	var out []string
	for topic, work := range b.topics {
		for _, f := range work {
			out = append(out, topic+": "+f())
		}
		delete(b.topics, topic)
	}
	sort.Strings(out)
	return out
}

type shop struct {
	bus   *Bus
	stock map[string]int
}

func (s *shop) place(id int, items ...string) error {
	order := orders.Get()
	defer order.Release()
	o := order.Value()
	o.ID = id
	for _, item := range items {
		if s.stock[item] == 0 {
			return fmt.Errorf("order %d: no %s", id, item)
		}
		o.Items = append(o.Items, item)
	}
	for _, item := range o.Items {
		s.stock[item]--
	}
	count := len(o.Items)
	s.bus.Enqueue("invoice", func() string { return fmt.Sprint(id, " with ", count, " items") })
	s.bus.Enqueue("shipping", func() string { return strings.Join(o.Items, "+") })
	return nil
}

func main() {
	s := &shop{bus: &Bus{topics: map[string][]func() string{}}, stock: map[string]int{"pen": 2, "ink": 1}}
	fmt.Println(s.place(1, "pen", "ink"))
	fmt.Println(s.place(2, "ink"))
	fmt.Println(s.place(3, "pen"))
	for _, line := range s.bus.Tick() {
		fmt.Println(line)
	}
}
