// truth: correct
package main

import (
	"context"
	"fmt"
	"sync"

	"github.com/rcpool/rcpool"
)

type page struct {
	id   int
	hits []int
}

func (p *page) Reset() { *p = page{hits: p.hits[:0]} }

var pages = rcpool.Pool[page]{Name: "scan.pages"}

type scanner struct {
	in  chan rcpool.Ref[page]
	out chan rcpool.Ref[page]
	wg  sync.WaitGroup
}

func (s *scanner) worker(ctx context.Context) {
	defer s.wg.Done()
	for p := range s.in {
		v := p.Value()
		for i := 1; i <= v.id; i++ {
			if v.id%i == 0 {
				v.hits = append(v.hits, i)
			}
		}
		if len(v.hits) == 2 {
			p.Release()
			continue
		}
		select {
		case s.out <- p:
		case <-ctx.Done():
			p.Release()
		}
	}
}

func (s *scanner) feed(ctx context.Context, n int) {
	defer close(s.in)
	for i := 1; i <= n; i++ {
		p := pages.Get()
		p.Value().id = i
		select {
		case s.in <- p:
		case <-ctx.Done():
			p.Release()
			return
		}
	}
}

// scan returns the pages with at least min hits, up to limit.
func scan(n, min, limit int) (found []int) {
	ctx, cancel := context.WithCancel(context.Background())
	s := &scanner{in: make(chan rcpool.Ref[page]), out: make(chan rcpool.Ref[page], 2)}
	go s.feed(ctx, n)
	s.wg.Add(3)
	for range 3 {
		go s.worker(ctx)
	}
	go func() {
		s.wg.Wait()
		close(s.out)
	}()
	for p := range s.out {
		if len(p.Value().hits) >= min && len(found) < limit {
			found = append(found, p.Value().id)
		}
		p.Release()
		if len(found) == limit {
			cancel()
		}
	}
	cancel()
	return found
}

func main() {
	fmt.Println(len(scan(60, 6, 4)))
	fmt.Println(len(scan(10, 4, 100)))
}
