// truth: correct

// Command clickclassic counts clicks with several consumers.
package main

import (
	"fmt"
	"sync"

	"github.com/rcpool/rcpool/classic"
)

type click struct {
	classic.ReferenceCounter
	page  string
	x, y  int
	trail []string
}

var clicks = classic.NewReferenceCountedPool(
	func(rc classic.ReferenceCounter) classic.ReferenceCountable {
		return &click{ReferenceCounter: rc}
	},
	func(i interface{}) error {
		c, ok := i.(*click)
		if !ok {
			return fmt.Errorf("not a click: %T", i)
		}
		c.page, c.x, c.y = "", 0, 0
		clear(c.trail)
		c.trail = c.trail[:0]
		return nil
	})

func newClick(page string, x, y int) *click {
	c := clicks.Get().(*click)
	c.page, c.x, c.y = page, x, y
	return c
}

type consumer struct {
	name string
	in   chan *click
	use  func(*click)
}

func (k *consumer) run() {
	for c := range k.in {
		k.use(c)
		c.DecrementReferenceCount()
	}
}

type router struct {
	consumers []*consumer
	last      *click // with a reference
}

func (r *router) route(page string, x, y int) bool {
	c := newClick(page, x, y)
	defer c.DecrementReferenceCount()
	if x < 0 || y < 0 {
		return false
	}
	c.trail = append(c.trail, "router")
	for _, k := range r.consumers {
		c.IncrementReferenceCount()
		k.in <- c
	}
	c.IncrementReferenceCount()
	if r.last != nil {
		r.last.DecrementReferenceCount()
	}
	r.last = c
	return true
}

func (r *router) close() string {
	for _, k := range r.consumers {
		close(k.in)
	}
	if r.last == nil {
		return ""
	}
	page := r.last.page
	r.last.DecrementReferenceCount()
	r.last = nil
	return page
}

func main() {
	pages, sum := map[string]int{}, 0
	r := &router{consumers: []*consumer{
		{"pages", make(chan *click, 4), func(c *click) { pages[c.page]++ }},
		{"heat", make(chan *click), func(c *click) { sum += c.x * c.y }},
	}}
	var wg sync.WaitGroup
	for _, k := range r.consumers {
		wg.Go(k.run)
	}
	for i := range 6 {
		if !r.route([]string{"/", "/buy"}[i%2], i, 4-i) {
			fmt.Println("outside", i)
		}
	}
	fmt.Println(r.close())
	wg.Wait()
	fmt.Println(pages, sum, clicks.Stats()["returned"] == clicks.Stats()["referenced"])
}
