// truth: use-after-release line 56 callee
package main

import (
	"fmt"
	"log"
	"sync"
	"sync/atomic"
)

type frame struct {
	junction int
	cars     [64]uint8
	n        int
}

var framePool sync.Pool

func takeFrame(junction int) *frame {
	f, ok := framePool.Get().(*frame)
	if !ok {
		f = &frame{}
	}
	f.junction = junction
	f.n = 0
	return f
}

func (f *frame) count(c uint8) {
	if f.n < len(f.cars) {
		f.cars[f.n] = c
		f.n++
	}
}

// done reports whether the frame showed any cars, and ends its use.
func done(f *frame) bool {
	busy := false
	for _, c := range f.cars[:f.n] {
		busy = busy || c > 0
	}
	framePool.Put(f)
	return busy
}

type city struct {
	green [4]atomic.Int32
}

func (c *city) camera(junction int, cars []uint8) int {
	f := takeFrame(junction)
	for _, n := range cars {
		f.count(n)
	}
	if done(f) {
		c.green[f.junction].Add(1)
		return 1
	}
	return 0
}

func main() {
	var c city
	var wg sync.WaitGroup
	for j := range 4 {
		wg.Add(1)
		go func() {
			defer wg.Done()
			for i := range 3000 {
				c.camera(j, []uint8{1, uint8(i), uint8(j)})
			}
		}()
	}
	wg.Wait()
	for j := range c.green {
		fmt.Println(j, c.green[j].Load())
		if c.green[j].Load() != 3000 {
			log.Fatal("a junction was mixed up with another one")
		}
	}
}
