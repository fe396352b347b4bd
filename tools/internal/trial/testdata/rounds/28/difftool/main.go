// truth: correct

// Command difftool computes line diffs of configuration files with the
// algorithm of Myers. Its vectors and edits come from typed pools.
package main

import (
	"fmt"
	"strings"
	"sync"
)

type resetter interface{ reset() }

// Pool is a sync.Pool of *T whose reset runs before an object goes back.
type Pool[T any, P interface {
	*T
	resetter
}] struct {
	p sync.Pool
}

func (p *Pool[T, P]) Get() P {
	if x, ok := p.p.Get().(P); ok {
		return x
	}
	return P(new(T))
}

func (p *Pool[T, P]) Put(x P) {
	x.reset()
	p.p.Put(x)
}

type vector struct {
	v      []int
	offset int
}

func (v *vector) reset() { v.v, v.offset = v.v[:0], 0 }

func (v *vector) init(n int) {
	v.offset = n
	for len(v.v) < 2*n+1 {
		v.v = append(v.v, 0)
	}
}

func (v *vector) at(k int) *int { return &v.v[v.offset+k] }

type script struct {
	trace []*vector
	edits []edit
}

func (s *script) reset() {
	clear(s.trace)
	clear(s.edits)
	s.trace, s.edits = s.trace[:0], s.edits[:0]
}

type edit struct {
	op   byte
	line string
}

var (
	vectors Pool[vector, *vector]
	scripts Pool[script, *script]
)

// snapshot returns a copy of v that the caller gives back.
func (v *vector) snapshot() *vector {
	c := vectors.Get()
	c.v = append(c.v, v.v...)
	c.offset = v.offset
	return c
}

func Diff(a, b []string) string {
	s := scripts.Get()
	defer scripts.Put(s)
	s.search(a, b)
	s.walk(a, b)
	var out strings.Builder
	for i := len(s.edits) - 1; i >= 0; i-- {
		fmt.Fprintf(&out, "%c %s\n", s.edits[i].op, s.edits[i].line)
	}
	return out.String()
}

func (s *script) search(a, b []string) {
	v := vectors.Get()
	defer vectors.Put(v)
	n, m := len(a), len(b)
	v.init(n + m + 1)
	for d := 0; d <= n+m; d++ {
		s.trace = append(s.trace, v.snapshot())
		for k := -d; k <= d; k += 2 {
			var x int
			if k == -d || k != d && *v.at(k - 1) < *v.at(k + 1) {
				x = *v.at(k + 1)
			} else {
				x = *v.at(k - 1) + 1
			}
			y := x - k
			for x < n && y < m && a[x] == b[y] {
				x, y = x+1, y+1
			}
			if *v.at(k) = x; x >= n && y >= m {
				return
			}
		}
	}
}

// walk follows the trace back to the start and gives its vectors back.
func (s *script) walk(a, b []string) {
	x, y := len(a), len(b)
	for d := len(s.trace) - 1; d >= 0; d-- {
		v := s.trace[d]
		k := x - y
		prev := k - 1
		if k == -d || k != d && *v.at(k - 1) < *v.at(k + 1) {
			prev = k + 1
		}
		px := *v.at(prev)
		py := px - prev
		for x > px && y > py && x > 0 && y > 0 {
			x, y = x-1, y-1
			s.edits = append(s.edits, edit{' ', a[x]})
		}
		if d > 0 {
			if x == px {
				s.edits = append(s.edits, edit{'+', b[py]})
			} else {
				s.edits = append(s.edits, edit{'-', a[px]})
			}
		}
		x, y = px, py
		vectors.Put(v)
		s.trace[d] = nil
	}
	s.trace = s.trace[:0]
}

func main() {
	before := strings.Split("listen 80;root /srv;gzip on;index a.html;log off", ";")
	after := strings.Split("listen 443;root /srv;index a.html;index b.html;log off", ";")
	fmt.Print(Diff(before, after))
	var wg sync.WaitGroup
	for range 3 {
		wg.Go(func() {
			if Diff(after, after) == "" || strings.Count(Diff(nil, after), "+") != 5 {
				panic("wrong diff")
			}
		})
	}
	wg.Wait()
}
