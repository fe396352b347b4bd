// truth: correct
package main

import (
	"errors"
	"fmt"
	"time"

	"github.com/rcpool/rcpool"
)

type Reading struct {
	Meter uint32
	Watts int64
}

type Batch struct{ refs []rcpool.Ref[Reading] }

var readings = rcpool.Pool[Reading]{Name: "reading"}

// Ingest gathers readings, and hands them to sink when there are enough of them or
// when they are old enough.
type Ingest struct {
	in   chan rcpool.Ref[Reading]
	quit chan struct{}
	done chan struct{}
	sink func([]rcpool.Ref[Reading]) error
}

func NewIngest(size int, age time.Duration, sink func([]rcpool.Ref[Reading]) error) *Ingest {
	ing := &Ingest{
		in:   make(chan rcpool.Ref[Reading]),
		quit: make(chan struct{}),
		done: make(chan struct{}),
		sink: sink,
	}
	go ing.run(size, age)
	return ing
}

func (ing *Ingest) run(size int, age time.Duration) {
	defer close(ing.done)
	tick := time.NewTicker(age)
	defer tick.Stop()
	var b Batch
	for {
		select {
		case ref := <-ing.in:
			b.refs = append(b.refs, ref)
			if len(b.refs) < size {
				continue
			}
		case <-tick.C:
		case <-ing.quit:
			b.flush(ing.sink)
			return
		}
		b.flush(ing.sink)
	}
}

func (b *Batch) flush(sink func([]rcpool.Ref[Reading]) error) {
	if len(b.refs) == 0 {
		return
	}
	if err := sink(b.refs); err != nil {
		fmt.Println("flush:", err)
	}
	for i := range b.refs {
		rcpool.Drop(&b.refs[i])
	}
	b.refs = b.refs[:0]
}

// Add takes ref over, whether it returns true or not.
func (ing *Ingest) Add(ref rcpool.Ref[Reading]) bool {
	select {
	case ing.in <- ref:
		return true
	case <-ing.done:
		ref.Release()
		return false
	}
}

func (ing *Ingest) Close() { close(ing.quit); <-ing.done }

func main() {
	var total, batches int64
	ing := NewIngest(8, 2*time.Millisecond, func(rs []rcpool.Ref[Reading]) error {
		batches++
		for _, r := range rs {
			total += r.Value().Watts
		}
		if batches == 2 {
			return errors.New("backend busy")
		}
		return nil
	})
	for i := range 50 {
		r := readings.Get()
		*r.Value() = Reading{Meter: uint32(i % 5), Watts: 10}
		ing.Add(r)
	}
	ing.Close()
	late := readings.Get()
	fmt.Println("total", total, "late accepted", ing.Add(late))
}
