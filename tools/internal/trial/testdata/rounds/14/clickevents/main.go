// truth: correct

// Command clickevents fans click events out to sinks, with the API of 2017.
package main

import (
	"errors"
	"fmt"
	"sync"

	"github.com/rcpool/rcpool/classic"
)

type click struct {
	classic.ReferenceCounter
	User string
	URLs []string
}

func resetClick(i interface{}) error {
	c, ok := i.(*click)
	if !ok {
		return errors.New("not a click")
	}
	c.User = ""
	clear(c.URLs)
	c.URLs = c.URLs[:0]
	return nil
}

var clicks = classic.NewReferenceCountedPool(
	func(rc classic.ReferenceCounter) classic.ReferenceCountable {
		return &click{ReferenceCounter: rc}
	}, resetClick)

func newClick(user string, urls ...string) *click {
	c := clicks.Get().(*click)
	c.User = user
	c.URLs = append(c.URLs, urls...)
	return c
}

type sink struct {
	in      chan *click
	wg      sync.WaitGroup
	mu      sync.Mutex
	seen    map[string]int
	workers int
}

func newSink(workers int) *sink {
	s := &sink{in: make(chan *click, 4), seen: map[string]int{}, workers: workers}
	for range workers {
		s.wg.Add(1)
		go func() {
			defer s.wg.Done()
			for c := range s.in {
				s.count(c)
				c.DecrementReferenceCount()
			}
		}()
	}
	return s
}

func (s *sink) count(c *click) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.seen[c.User] += len(c.URLs)
}

func (s *sink) Close() {
	close(s.in)
	s.wg.Wait()
}

type collector struct {
	sinks  []*sink
	recent [2]*click
	n      int
}

func (co *collector) collect(c *click) error {
	defer c.DecrementReferenceCount()
	if c.User == "" {
		return errors.New("click without user")
	}
	for _, s := range co.sinks {
		c.IncrementReferenceCount()
		s.in <- c
	}
	c.IncrementReferenceCount()
	slot := &co.recent[co.n%len(co.recent)]
	if *slot != nil {
		(*slot).DecrementReferenceCount()
	}
	*slot = c
	co.n++
	return nil
}

func (co *collector) Close() {
	for i, c := range co.recent {
		if c != nil {
			c.DecrementReferenceCount()
			co.recent[i] = nil
		}
	}
	for _, s := range co.sinks {
		s.Close()
	}
}

func main() {
	co := &collector{sinks: []*sink{newSink(2), newSink(1)}}
	for i := range 5 {
		if err := co.collect(newClick([]string{"ann", "bob", ""}[i%3], "/", "/buy")); err != nil {
			fmt.Println(err)
		}
	}
	fmt.Println(co.recent[0].User, co.recent[1].User)
	co.Close()
	for _, s := range co.sinks {
		fmt.Println(s.seen)
	}
	stats := clicks.Stats()
	fmt.Println(stats["referenced"], stats["returned"])
}
