// truth: correct

// Flight loads each document once, however many requests ask for it at the
// same time. Each of them gets a reference of its own.
package main

import (
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"github.com/rcpool/rcpool"
)

type Document struct {
	Key  string
	Body []byte
}

func (d *Document) Reset() { *d = Document{Body: d.Body[:0]} }

var documents = rcpool.Pool[Document]{Name: "documents"}

type call struct {
	done    chan struct{}
	waiters int
	refs    []rcpool.Ref[Document] // one for each waiter, when done is closed
	err     error
}

type Group struct {
	mu    sync.Mutex
	calls map[string]*call
	loads atomic.Int64
}

// Load returns a document that the caller releases.
func (g *Group) Load(key string, load func(*Document) error) (rcpool.Ref[Document], error) {
	g.mu.Lock()
	if c, ok := g.calls[key]; ok {
		slot := c.waiters
		c.waiters++
		g.mu.Unlock()
		<-c.done
		if c.err != nil {
			return rcpool.Ref[Document]{}, c.err
		}
		return c.refs[slot], nil
	}
	c := &call{done: make(chan struct{})}
	g.calls[key] = c
	g.mu.Unlock()

	g.loads.Add(1)
	ref := documents.Get()
	defer rcpool.Drop(&ref)
	c.err = errors.New("load failed") // unless it returns
	defer g.finish(key, c, &ref)
	if c.err = load(ref.Value()); c.err != nil {
		return rcpool.Ref[Document]{}, c.err
	}
	return ref.Retain(), nil
}

// finish gives each waiter a reference. It borrows ref.
func (g *Group) finish(key string, c *call, ref *rcpool.Ref[Document]) {
	g.mu.Lock()
	delete(g.calls, key)
	if c.err == nil {
		for range c.waiters {
			c.refs = append(c.refs, ref.Retain())
		}
	}
	g.mu.Unlock()
	close(c.done)
}

func main() {
	g := &Group{calls: make(map[string]*call)}
	var readers sync.WaitGroup
	var bytes, failures atomic.Int64
	for i := range 40 {
		readers.Go(func() {
			key := fmt.Sprint("doc", i%4)
			ref, err := g.Load(key, func(d *Document) error {
				time.Sleep(5 * time.Millisecond)
				if key == "doc3" {
					return fmt.Errorf("%s: not found", key)
				}
				d.Key = key
				d.Body = append(d.Body, "the text of "...)
				d.Body = append(d.Body, key...)
				return nil
			})
			if err != nil {
				failures.Add(1)
				return
			}
			defer ref.Release()
			bytes.Add(int64(len(ref.Value().Body)))
		})
	}
	readers.Wait()
	fmt.Println(bytes.Load(), failures.Load(), g.loads.Load() >= 4)
}
