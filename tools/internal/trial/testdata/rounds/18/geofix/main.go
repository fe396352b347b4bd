// truth: double-release line 66 callee
package main

import (
	"errors"
	"fmt"
	"sync"

	"github.com/rcpool/rcpool/classic"
)

type Fix struct {
	classic.ReferenceCounter
	Vehicle  string
	Lat, Lon float64
}

var fixes = classic.NewReferenceCountedPool(
	func(c classic.ReferenceCounter) classic.ReferenceCountable {
		return &Fix{ReferenceCounter: c}
	},
	func(i interface{}) error {
		f, ok := i.(*Fix)
		if !ok {
			return errors.New("not a fix")
		}
		f.Vehicle, f.Lat, f.Lon = "", 0, 0
		return nil
	},
)

type tracker struct {
	feed chan *Fix
	wg   sync.WaitGroup
	seen map[string]int
}

func (t *tracker) loop() {
	defer t.wg.Done()
	for f := range t.feed {
		t.seen[f.Vehicle]++
		f.DecrementReferenceCount()
	}
}

// offer gives the fix to the tracker unless it is behind.
func (t *tracker) offer(f *Fix) bool {
	select {
	case t.feed <- f:
		return true
	default:
		f.DecrementReferenceCount()
		return false
	}
}

func (t *tracker) ingest(vehicle string, lat, lon float64) bool {
	f := fixes.Get().(*Fix)
	f.Vehicle, f.Lat, f.Lon = vehicle, lat, lon
	if lat < -90 || lat > 90 {
		f.DecrementReferenceCount()
		return false
	}
	if !t.offer(f) {
		fmt.Println("tracker is behind")
		f.DecrementReferenceCount()
		return false
	}
	return true
}

func main() {
	t := &tracker{feed: make(chan *Fix, 2), seen: map[string]int{}}
	t.ingest("bus-1", 52.5, 13.4)
	t.ingest("bus-1", 152.5, 13.4)
	t.ingest("bus-2", 52.6, 13.3)
	t.ingest("bus-3", 52.7, 13.2)
	t.wg.Add(1)
	go t.loop()
	close(t.feed)
	t.wg.Wait()
	fmt.Println(t.seen)
}
