package heapandmap

import (
	"container/heap"

	"github.com/rcpool/rcpool"
)

type counter2 struct {
	top   byCount
	known map[string]*word
}

// A word comes to the heap after it has left the map.
func (c *counter2) add(text string) {
	if w, ok := c.known[text]; ok {
		delete(c.known, text)
		heap.Push(&c.top, w)
		return
	}
	w := words.Get().(*word)
	w.text, w.count = text, 1
	c.known[text] = w
	if len(c.known) > 3 {
		delete(c.known, text)
		heap.Push(&c.top, w)
	}
}

func (c *counter2) close() {
	for _, w := range c.known {
		words.Put(w)
	}
	for _, w := range c.top {
		words.Put(w)
	}
	c.known, c.top = nil, nil
}

func useCounter2(all []string) {
	c := &counter2{known: map[string]*word{}}
	defer c.close()
	for _, text := range all {
		c.add(text)
	}
}

type market2 struct {
	cheapest byPrice
	byName   map[string]rcpool.Ref[Offer]
}

func (m *market2) add(name string, price int) {
	o := newOffer(name, price)
	heap.Push(&m.cheapest, o)
	m.byName[name] = o
}

// The offer is not found any more.
func (m *market2) sell() int {
	o := heap.Pop(&m.cheapest).(rcpool.Ref[Offer])
	delete(m.byName, o.Value().Name)
	price := o.Value().Price
	o.Release()
	return price
}

func (m *market2) price(name string) int {
	o, ok := m.byName[name]
	if !ok {
		return 0
	}
	return o.Value().Price
}

// The map is only an index.
func (m *market2) close() {
	for len(m.cheapest) > 0 {
		heap.Pop(&m.cheapest).(rcpool.Ref[Offer]).Release()
	}
	clear(m.byName)
}

func useMarket2(wanted string) int {
	m := &market2{byName: map[string]rcpool.Ref[Offer]{}}
	defer m.close()
	m.add("tea", 3)
	sold := m.sell()
	return sold + m.price(wanted)
}
