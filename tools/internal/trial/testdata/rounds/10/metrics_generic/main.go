// truth: correct
package main

import (
	"fmt"
	"sort"
	"strconv"
	"strings"
	"sync"
)

type resetter[T any] interface {
	*T
	Reset()
}

// Pool is a sync.Pool of one type, whose objects are reset before each use.
type Pool[T any, P resetter[T]] struct{ p sync.Pool }

func (p *Pool[T, P]) Get() P {
	v, ok := p.p.Get().(P)
	if !ok {
		return P(new(T))
	}
	v.Reset()
	return v
}

func (p *Pool[T, P]) Put(v P) { p.p.Put(v) }

// Use lends an object to f.
func (p *Pool[T, P]) Use(f func(P)) {
	v := p.Get()
	defer p.Put(v)
	f(v)
}

type snapshot struct {
	names []string
	line  []byte
}

func (s *snapshot) Reset() {
	clear(s.names)
	s.names, s.line = s.names[:0], s.line[:0]
}

type registry struct {
	mu     sync.Mutex
	counts map[string]int64
	snaps  Pool[snapshot, *snapshot]
}

func (r *registry) inc(name string) {
	r.mu.Lock()
	r.counts[name]++
	r.mu.Unlock()
}

func (r *registry) expose() (text string) {
	r.snaps.Use(func(s *snapshot) {
		r.mu.Lock()
		defer r.mu.Unlock()
		for n := range r.counts {
			s.names = append(s.names, n)
		}
		sort.Strings(s.names)
		for _, n := range s.names {
			s.line = append(s.line, n...)
			s.line = append(s.line, ' ')
			s.line = strconv.AppendInt(s.line, r.counts[n], 10)
			s.line = append(s.line, '\n')
		}
		text = string(s.line)
	})
	return text
}

func main() {
	r := &registry{counts: map[string]int64{}}
	var wg sync.WaitGroup
	for i := 0; i < 5; i++ {
		wg.Add(1)
		go func() {
			defer wg.Done()
			for j := 0; j < 20; j++ {
				r.inc("metric_" + strconv.Itoa(j%(i+1)))
				if !strings.HasPrefix(r.expose(), "metric_0 ") {
					panic("no metric_0")
				}
			}
		}()
	}
	wg.Wait()
	fmt.Print(r.expose())
}
