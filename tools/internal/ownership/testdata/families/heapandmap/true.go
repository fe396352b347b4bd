package heapandmap

import (
	"container/heap"

	"github.com/rcpool/rcpool"
)

type counter1 struct {
	top   byCount
	known map[string]*word
}

func (c *counter1) add(text string) {
	w := words.Get().(*word)
	w.text, w.count = text, 1
	c.known[text] = w
	heap.Push(&c.top, w)
	if len(c.top) > 3 {
		least := heap.Pop(&c.top).(*word)
		delete(c.known, least.text)
		words.Put(least)
	}
}

// Each word is in both.
func (c *counter1) close() {
	for text, w := range c.known {
		delete(c.known, text)
		words.Put(w)
	}
	for _, w := range c.top {
		words.Put(w) // want "double-release: "
	}
	c.top = nil
}

func useCounter1(all []string) {
	c := &counter1{known: map[string]*word{}}
	defer c.close()
	for _, text := range all {
		c.add(text)
	}
}

type market1 struct {
	cheapest byPrice
	byName   map[string]rcpool.Ref[Offer]
}

func (m *market1) add(name string, price int) {
	o := newOffer(name, price)
	heap.Push(&m.cheapest, o)
	m.byName[name] = o
}

// The offer is still found by its name.
func (m *market1) sell() int {
	o := heap.Pop(&m.cheapest).(rcpool.Ref[Offer])
	price := o.Value().Price
	o.Release()
	return price
}

func (m *market1) price(name string) int {
	o, ok := m.byName[name]
	if !ok {
		return 0
	}
	return o.Value().Price // want "use-after-release: "
}

func useMarket1(wanted string) int {
	m := &market1{byName: map[string]rcpool.Ref[Offer]{}}
	m.add("tea", 3)
	sold := m.sell()
	return sold + m.price(wanted)
}

type queue1 struct {
	next   byPrice
	byName map[string]rcpool.Ref[Offer]
}

// Both are emptied.
func (q *queue1) add(name string, price int) {
	o := newOffer(name, price)
	q.byName[name] = o
	heap.Push(&q.next, o) // want "double-release: "
}

func (q *queue1) close() {
	for _, o := range q.next {
		o.Release()
	}
	for _, o := range q.byName {
		o.Release()
	}
	q.next, q.byName = nil, nil
}

func useQueue1() int {
	q := &queue1{byName: map[string]rcpool.Ref[Offer]{}}
	defer q.close()
	q.add("tea", 3)
	return len(q.next)
}
