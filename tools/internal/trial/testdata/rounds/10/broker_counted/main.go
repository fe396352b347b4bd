// truth: correct
package main

import (
	"fmt"
	"sync"
	"sync/atomic"
)

// Record is shared by the partitions that it was published to. It goes back to
// the pool when all of them are done.
type Record struct {
	refs  atomic.Int32
	topic string
	value []byte
}

var records sync.Pool

func acquire(topic, value string) *Record {
	r, _ := records.Get().(*Record)
	if r == nil {
		r = &Record{}
	}
	r.refs.Store(1)
	r.topic = topic
	r.value = append(r.value[:0], value...)
	return r
}

func (r *Record) add(n int) { r.refs.Add(int32(n)) }

func (r *Record) done() {
	switch n := r.refs.Add(-1); {
	case n > 0:
		return
	case n < 0:
		panic("done too often")
	}
	r.topic = ""
	r.value = r.value[:0]
	records.Put(r)
}

type partition struct {
	id    int
	in    chan *Record
	bytes int
}

func (p *partition) consume(wg *sync.WaitGroup) {
	defer wg.Done()
	for r := range p.in {
		p.bytes += len(r.topic) + len(r.value)
		r.done()
	}
}

type Broker struct{ parts []*partition }

func (b *Broker) Publish(topic, value string) {
	r := acquire(topic, value)
	r.add(len(b.parts))
	for _, p := range b.parts {
		p.in <- r
	}
	r.done()
}

func main() {
	var b Broker
	var wg sync.WaitGroup
	for i := range 3 {
		p := &partition{id: i, in: make(chan *Record, i)}
		b.parts = append(b.parts, p)
		wg.Add(1)
		go p.consume(&wg)
	}
	for i := range 100 {
		b.Publish("orders", fmt.Sprintf("order-%02d", i))
	}
	for _, p := range b.parts {
		close(p.in)
	}
	wg.Wait()
	for _, p := range b.parts {
		fmt.Println(p.id, p.bytes)
	}
}
