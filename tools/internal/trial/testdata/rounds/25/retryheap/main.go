// truth: leak line 61 hard

// Command retryheap redelivers webhook calls with exponential backoff.
package main

import (
	"container/heap"
	"fmt"
	"slices"

	"github.com/rcpool/rcpool"
)

type Call struct {
	URL   string
	Due   int
	Tries int
	Body  []byte
}

func (c *Call) Reset() { c.URL, c.Due, c.Tries, c.Body = "", 0, 0, c.Body[:0] }

var calls = rcpool.Pool[Call]{Name: "webhook calls"}

type item struct {
	due int
	ref rcpool.Ref[Call]
}

type backoff []item

func (b backoff) Len() int           { return len(b) }
func (b backoff) Less(i, j int) bool { return b[i].due < b[j].due }
func (b backoff) Swap(i, j int)      { b[i], b[j] = b[j], b[i] }
func (b *backoff) Push(x any)        { *b = append(*b, x.(item)) }
func (b *backoff) Pop() any {
	last := len(*b) - 1
	it := (*b)[last]
	(*b)[last] = item{}
	*b = (*b)[:last]
	return it
}

type deliverer struct {
	pending  backoff
	maxTries int
	post     func(*Call) error
	failed   map[string]int
}

func (d *deliverer) enqueue(url, body string) {
	ref := calls.Get()
	c := ref.Value()
	c.URL = url
	c.Body = append(c.Body, body...)
	heap.Push(&d.pending, item{0, ref})
}

func (d *deliverer) step(now int) (delivered int) {
	for len(d.pending) > 0 && d.pending[0].due <= now {
		it := heap.Pop(&d.pending).(item)
		c := it.ref.Value()
		c.Tries++
		err := d.post(c)
		switch {
		case err == nil:
			delivered++
			it.ref.Release()
		case c.Tries < d.maxTries:
			c.Due = now + 1<<c.Tries
			heap.Push(&d.pending, item{c.Due, it.ref})
		default:
			d.failed[c.URL]++
		}
	}
	return delivered
}

func (d *deliverer) cancel(url string) (n int) {
	d.pending = slices.DeleteFunc(d.pending, func(it item) bool {
		if it.ref.Value().URL != url {
			return false
		}
		it.ref.Release()
		n++
		return true
	})
	heap.Init(&d.pending)
	return n
}

func (d *deliverer) close() {
	for _, it := range d.pending {
		it.ref.Release()
	}
	d.pending = nil
}

func main() {
	d := &deliverer{maxTries: 3, failed: map[string]int{}}
	d.post = func(c *Call) error {
		if c.URL == "/ok" || c.URL == "/flaky" && c.Tries > 1 {
			return nil
		}
		return fmt.Errorf("%s: 500", c.URL)
	}
	for i := range 8 {
		d.enqueue([]string{"/ok", "/flaky", "/down", "/gone"}[i%4], fmt.Sprint("event ", i))
	}
	total := 0
	for now := range 12 {
		total += d.step(now)
		if now == 1 {
			fmt.Println("cancelled", d.cancel("/gone"))
		}
	}
	d.close()
	fmt.Println(total, d.failed)
	check()
}
