// truth: correct
package main

import (
	"fmt"
	"sync"
	"sync/atomic"
)

// frame is shared by several outputs. The last one to drop it recycles it.
type frame struct {
	users atomic.Int32
	seq   int
	data  []byte
}

var idle = sync.Pool{New: func() any { return new(frame) }}

func capture(seq int) *frame {
	f := idle.Get().(*frame)
	f.users.Store(1)
	f.seq = seq
	f.data = f.data[:0]
	for i := range 16 {
		f.data = append(f.data, byte(seq+i))
	}
	return f
}

func (f *frame) share(n int32) { f.users.Add(n) }

func (f *frame) drop() {
	switch left := f.users.Add(-1); {
	case left == 0:
		idle.Put(f)
	case left < 0:
		panic("frame dropped too often")
	}
}

type output struct {
	in    chan *frame
	sum   int
	order []int
}

func (o *output) run() {
	for f := range o.in {
		for _, b := range f.data {
			o.sum += int(b)
		}
		o.order = append(o.order, f.seq)
		f.drop()
	}
}

func main() {
	outputs := make([]*output, 3)
	var wg sync.WaitGroup
	for i := range outputs {
		outputs[i] = &output{in: make(chan *frame, 4)}
		wg.Go(outputs[i].run)
	}
	for seq := range 20 {
		f := capture(seq)
		f.share(int32(len(outputs)))
		for _, o := range outputs {
			o.in <- f
		}
		f.drop()
	}
	for _, o := range outputs {
		close(o.in)
	}
	wg.Wait()
	for _, o := range outputs {
		fmt.Println(o.sum, len(o.order))
	}
}
