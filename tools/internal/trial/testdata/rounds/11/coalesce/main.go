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

type Listing struct {
	ID    int
	Title string
	Attrs map[string]string
}

var listings = rcpool.Pool[Listing]{
	New: func() *Listing { return &Listing{Attrs: make(map[string]string)} },
	Reset: func(l *Listing) {
		l.ID, l.Title = 0, ""
		clear(l.Attrs)
	},
}

var errGone = errors.New("listing is gone")

type call struct {
	wg      sync.WaitGroup
	waiters int
	refs    []rcpool.Ref[Listing] // one for each waiter
	err     error
}

type loader struct {
	mu    sync.Mutex
	calls map[int]*call
	loads atomic.Int32
}

func (l *loader) fetch(id int) (rcpool.Ref[Listing], error) {
	l.loads.Add(1)
	time.Sleep(5 * time.Millisecond)
	if id < 0 {
		return rcpool.Ref[Listing]{}, errGone
	}
	ref := listings.Get()
	ref.Value().ID = id
	ref.Value().Title = fmt.Sprint("item ", id)
	ref.Value().Attrs["color"] = "red"
	return ref, nil
}

// Load returns a reference that the caller owns. Callers that come together share one fetch.
func (l *loader) Load(id int) (rcpool.Ref[Listing], error) {
	l.mu.Lock()
	if c, ok := l.calls[id]; ok {
		i := c.waiters
		c.waiters++
		l.mu.Unlock()
		c.wg.Wait()
		if c.err != nil {
			return rcpool.Ref[Listing]{}, c.err
		}
		return c.refs[i], nil
	}
	c := &call{}
	c.wg.Add(1)
	l.calls[id] = c
	l.mu.Unlock()

	ref, err := l.fetch(id)

	l.mu.Lock()
	delete(l.calls, id)
	c.err = err
	if err == nil {
		for range c.waiters {
			c.refs = append(c.refs, ref.Retain())
		}
	}
	l.mu.Unlock()
	c.wg.Done()
	return ref, err
}

func main() {
	l := &loader{calls: map[int]*call{}}
	var wg sync.WaitGroup
	var ok, failed atomic.Int32
	for i := range 24 {
		wg.Add(1)
		go func() {
			defer wg.Done()
			ref, err := l.Load(i%4 - 1)
			if err != nil {
				failed.Add(1)
				return
			}
			defer ref.Release()
			if ref.Value().Attrs["color"] == "red" {
				ok.Add(1)
			}
		}()
	}
	wg.Wait()
	fmt.Println(ok.Load(), failed.Load(), l.loads.Load() <= 24)
}
