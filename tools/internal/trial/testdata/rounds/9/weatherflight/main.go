// truth: correct
package main

import (
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"github.com/rcpool/rcpool"
)

type Forecast struct {
	City string
	Temp []float32
}

func (f *Forecast) Reset() { f.City, f.Temp = "", f.Temp[:0] }

var forecasts rcpool.Pool[Forecast]

type flight struct {
	done    chan struct{}
	ref     rcpool.Ref[Forecast] // owned by the flight, valid after done
	err     error
	waiters int // guarded by group.mu
}

// group lets concurrent requests for the same city share one lookup. Every
// caller gets a reference of its own.
type group struct {
	mu      sync.Mutex
	flights map[string]*flight
	lookups int
}

func (g *group) forecast(city string, fetch func(string, *Forecast) error) (rcpool.Ref[Forecast], error) {
	g.mu.Lock()
	f, joined := g.flights[city]
	if !joined {
		f = &flight{done: make(chan struct{})}
		g.flights[city] = f
		g.lookups++
	}
	f.waiters++
	g.mu.Unlock()

	if joined {
		<-f.done
	} else {
		g.fly(f, city, fetch)
	}
	defer g.leave(f)
	if f.err != nil {
		return rcpool.Ref[Forecast]{}, f.err
	}
	return f.ref.Retain(), nil
}

func (g *group) fly(f *flight, city string, fetch func(string, *Forecast) error) {
	defer close(f.done)
	ref := forecasts.Get()
	if f.err = fetch(city, ref.Value()); f.err != nil {
		ref.Release()
	} else {
		f.ref = ref
	}
	g.mu.Lock()
	delete(g.flights, city)
	g.mu.Unlock()
}

// leave gives up the reference of the flight when the last waiter has its own.
func (g *group) leave(f *flight) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if f.waiters--; f.waiters == 0 {
		rcpool.Drop(&f.ref)
	}
}

func station(city string, f *Forecast) error {
	time.Sleep(2 * time.Millisecond)
	if city == "atlantis" {
		return errors.New("no station")
	}
	f.City = city
	for h := range 24 {
		f.Temp = append(f.Temp, float32(len(city))+float32(h)/2)
	}
	return nil
}

func main() {
	g := &group{flights: map[string]*flight{}}
	var wg sync.WaitGroup
	var ok, failed atomic.Int32
	for i := range 30 {
		city := []string{"oslo", "lima", "atlantis"}[i%3]
		wg.Go(func() {
			ref, err := g.forecast(city, station)
			if err != nil {
				failed.Add(1)
				return
			}
			defer ref.Release()
			if ref.Value().City == city && len(ref.Value().Temp) == 24 {
				ok.Add(1)
			}
		})
	}
	wg.Wait()
	fmt.Println(ok.Load(), failed.Load(), forecasts.Stats().InUse)
}
