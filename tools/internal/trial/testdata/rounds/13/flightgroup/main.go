// truth: correct
package main

import (
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/rcpool/rcpool"
)

type zone struct {
	name    string
	records []string
}

func (z *zone) Reset() {
	clear(z.records)
	*z = zone{records: z.records[:0]}
}

var zones = rcpool.Pool[zone]{Name: "dns.zones"}

type call struct {
	waiters []chan rcpool.Ref[zone]
}

// A group lets one caller load a zone, for all who want it meanwhile.
type group struct {
	mu    sync.Mutex
	calls map[string]*call
	loads int
}

var errNoZone = errors.New("no such zone")

func (g *group) load(name string) (rcpool.Ref[zone], error) {
	time.Sleep(5 * time.Millisecond)
	z := zones.Get()
	defer rcpool.Drop(&z)
	if name == "bad." {
		return rcpool.Ref[zone]{}, errNoZone
	}
	z.Value().name = name
	z.Value().records = append(z.Value().records, "SOA", "NS")
	return rcpool.Move(&z), nil
}

// get returns a reference for the caller.
func (g *group) get(name string) (rcpool.Ref[zone], error) {
	g.mu.Lock()
	if c, ok := g.calls[name]; ok {
		ch := make(chan rcpool.Ref[zone], 1)
		c.waiters = append(c.waiters, ch)
		g.mu.Unlock()
		z := <-ch
		if z.IsZero() {
			return z, errNoZone
		}
		return z, nil
	}
	c := &call{}
	g.calls[name] = c
	g.loads++
	g.mu.Unlock()

	z, err := g.load(name)
	g.mu.Lock()
	delete(g.calls, name)
	waiters := c.waiters
	g.mu.Unlock()
	for _, ch := range waiters {
		if err != nil {
			close(ch)
			continue
		}
		ch <- z.Retain()
	}
	return z, err
}

func main() {
	g := &group{calls: map[string]*call{}}
	var wg sync.WaitGroup
	var mu sync.Mutex
	good, bad := 0, 0
	for i := range 12 {
		wg.Add(1)
		go func() {
			defer wg.Done()
			name := "example."
			if i%4 == 0 {
				name = "bad."
			}
			z, err := g.get(name)
			mu.Lock()
			defer mu.Unlock()
			if err != nil {
				bad++
				return
			}
			good += len(z.Value().records)
			z.Release()
		}()
	}
	wg.Wait()
	fmt.Println(good, bad, g.loads <= 12)
}
