// truth: correct
package main

import (
	"context"
	"fmt"
	"sync"
	"time"

	"github.com/rcpool/rcpool"
)

type Page struct {
	URL   string
	Body  []byte
	Links []string
}

func (p *Page) Reset() {
	clear(p.Links)
	*p = Page{Body: p.Body[:0], Links: p.Links[:0]}
}

type Crawler struct {
	pages rcpool.Pool[Page]
	queue chan rcpool.Ref[Page]
	wg    sync.WaitGroup
	mu    sync.Mutex
	bytes int
}

func NewCrawler(workers int) *Crawler {
	c := &Crawler{queue: make(chan rcpool.Ref[Page], 4)}
	for i := 0; i < workers; i++ {
		c.wg.Add(1)
		go c.worker()
	}
	return c
}

func (c *Crawler) worker() {
	defer c.wg.Done()
	for page := range c.queue {
		c.index(page.Value())
		page.Release()
	}
}

func (c *Crawler) index(p *Page) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.bytes += len(p.Body) + len(p.Links)
}

// Submit hands a page to the workers, unless ctx is done.
func (c *Crawler) Submit(ctx context.Context, url string) error {
	page := c.pages.Get()
	v := page.Value()
	v.URL = url
	v.Body = append(v.Body, "<html>"...)
	v.Links = append(v.Links, url+"/about")
	select {
	case c.queue <- page:
		return nil
	case <-ctx.Done():
		page.Release()
		return ctx.Err()
	}
}

func (c *Crawler) Shutdown(ctx context.Context) error {
	close(c.queue)
	c.wg.Wait()
	return c.pages.Drain(ctx)
}

func main() {
	c := NewCrawler(3)
	ctx, cancel := context.WithCancel(context.Background())
	for i := 0; i < 50; i++ {
		if i == 40 {
			cancel()
		}
		if err := c.Submit(ctx, fmt.Sprint("http://site/", i)); err != nil && i < 40 {
			fmt.Println(err)
		}
	}
	done, stop := context.WithTimeout(context.Background(), time.Second)
	defer stop()
	fmt.Println(c.Shutdown(done), c.bytes > 0)
}
