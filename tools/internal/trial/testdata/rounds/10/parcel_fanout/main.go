// truth: correct
package main

import (
	"fmt"
	"sync"
	"sync/atomic"

	"github.com/rcpool/rcpool"
)

type Scan struct {
	Parcel string
	Depot  int
}

type subscriber struct {
	name string
	in   chan rcpool.Ref[Scan]
	seen atomic.Int64
}

func (s *subscriber) run() {
	for ref := range s.in {
		func() {
			defer ref.Release()
			if ref.Value().Depot%2 == 0 {
				return
			}
			s.seen.Add(int64(ref.Value().Depot))
		}()
	}
}

type feed struct {
	pool rcpool.Pool[Scan]
	subs []*subscriber
	wg   sync.WaitGroup
}

func (f *feed) subscribe(name string) *subscriber {
	s := &subscriber{name: name, in: make(chan rcpool.Ref[Scan], 2)}
	f.subs = append(f.subs, s)
	f.wg.Add(1)
	go func() {
		defer f.wg.Done()
		s.run()
	}()
	return s
}

func (f *feed) publish(parcel string, depot int) {
	ref := f.pool.Get()
	v := ref.Value()
	v.Parcel, v.Depot = parcel, depot
	for _, s := range f.subs {
		s.in <- ref.Retain()
	}
	ref.Release()
}

func (f *feed) stop() {
	for _, s := range f.subs {
		close(s.in)
	}
	f.wg.Wait()
}

func main() {
	f := &feed{}
	a, b := f.subscribe("customer"), f.subscribe("customs")
	for i := 0; i < 20; i++ {
		f.publish(fmt.Sprintf("P%03d", i), i)
	}
	f.stop()
	fmt.Println(a.name, a.seen.Load(), b.name, b.seen.Load())
}
