// truth: use-after-release line 59 hard
package main

import (
	"fmt"
	"sync"

	"github.com/rcpool/rcpool"
)

type Record struct {
	Offset int64
	Value  []byte
}

func (r *Record) Reset() { r.Offset, r.Value = 0, r.Value[:0] }

type partition struct {
	records rcpool.Pool[Record]
	mu      sync.Mutex
	next    int64
	bytes   int
}

func (p *partition) poll(max int) []rcpool.Ref[Record] {
	p.mu.Lock()
	defer p.mu.Unlock()
	batch := make([]rcpool.Ref[Record], 0, max)
	for range max {
		r := p.records.Get()
		v := r.Value()
		v.Offset = p.next
		v.Value = fmt.Appendf(v.Value, "record %d", p.next)
		p.next++
		batch = append(batch, r)
	}
	return batch
}

// process handles every record of the batch and releases it.
func (p *partition) process(batch []rcpool.Ref[Record]) {
	for _, r := range batch {
		p.bytes += len(r.Value().Value)
		r.Release()
	}
}

type consumer struct {
	part      *partition
	committed int64
}

func (c *consumer) step(max int) {
	batch := c.part.poll(max)
	if len(batch) == 0 {
		return
	}
	c.part.process(batch)
	c.committed = batch[len(batch)-1].Value().Offset + 1
}

func main() {
	c := &consumer{part: &partition{}}
	c.step(0)
	fmt.Println(c.committed, c.part.bytes)
	c.step(3)
	fmt.Println(c.committed, c.part.bytes)
}
