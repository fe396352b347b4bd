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

type Page struct {
	URL  string
	Body []byte
}

func (p *Page) Reset() { *p = Page{Body: p.Body[:0]} }

var pages = rcpool.Pool[Page]{Name: "pages"}

// flight is a fetch that several requests wait for. The last of them that is
// done with it releases the page.
type flight struct {
	done    chan struct{}
	page    rcpool.Ref[Page] // after done
	err     error
	waiters int // under the lock of the group
}

type group struct {
	mu      sync.Mutex
	flights map[string]*flight
	fetch   func(url string, p *Page) error
	fetches atomic.Int64
}

// get returns a page. The caller owns the reference.
func (g *group) get(url string) (rcpool.Ref[Page], error) {
	g.mu.Lock()
	f, ok := g.flights[url]
	if !ok {
		f = &flight{done: make(chan struct{})}
		g.flights[url] = f
	}
	f.waiters++
	g.mu.Unlock()
	defer g.leave(url, f)

	if !ok {
		f.page, f.err = g.load(url)
		close(f.done)
	}
	<-f.done
	if f.err != nil {
		return rcpool.Ref[Page]{}, f.err
	}
	return f.page.Retain(), nil
}

func (g *group) load(url string) (rcpool.Ref[Page], error) {
	g.fetches.Add(1)
	page := pages.Get()
	page.Value().URL = url
	if err := g.fetch(url, page.Value()); err != nil {
		page.Release()
		return rcpool.Ref[Page]{}, fmt.Errorf("%s: %w", url, err)
	}
	return page, nil
}

// leave is called once for each waiter, when it has its own reference.
func (g *group) leave(url string, f *flight) {
	g.mu.Lock()
	defer g.mu.Unlock()
	f.waiters--
	if f.waiters > 0 {
		return
	}
	if g.flights[url] == f {
		delete(g.flights, url)
	}
	rcpool.Drop(&f.page)
}

func main() {
	g := &group{flights: map[string]*flight{}}
	g.fetch = func(url string, p *Page) error {
		time.Sleep(2 * time.Millisecond)
		if url == "/broken" {
			return errors.New("bad gateway")
		}
		for len(p.Body) < 100 {
			p.Body = append(p.Body, url...)
		}
		return nil
	}
	var wg sync.WaitGroup
	var size, failed atomic.Int64
	for i := range 30 {
		url := []string{"/", "/a", "/broken"}[i%3]
		wg.Go(func() {
			page, err := g.get(url)
			if err != nil {
				failed.Add(1)
				return
			}
			defer page.Release()
			if page.Value().URL != url {
				panic("wrong page")
			}
			size.Add(int64(len(page.Value().Body)))
		})
	}
	wg.Wait()
	fmt.Println(size.Load(), failed.Load(), g.fetches.Load() <= 30, len(g.flights))
}
