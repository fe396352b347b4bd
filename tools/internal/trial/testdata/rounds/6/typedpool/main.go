// truth: correct
package main

import (
	"fmt"
	"sort"
	"strings"
	"sync"
)

// Resetter is a pointer to a T that can be emptied.
type Resetter[T any] interface {
	*T
	Reset()
}

// A Pool is a sync.Pool of one type, whose objects are empty.
type Pool[T any, P Resetter[T]] struct{ p sync.Pool }

func (p *Pool[T, P]) Get() P {
	if v, ok := p.p.Get().(P); ok {
		return v
	}
	return P(new(T))
}

func (p *Pool[T, P]) Put(v P) {
	v.Reset()
	p.p.Put(v)
}

// Do lends an object to f.
func (p *Pool[T, P]) Do(f func(P)) {
	v := p.Get()
	defer p.Put(v)
	f(v)
}

type Counts struct {
	words map[string]int
	total int
}

func (c *Counts) Reset() {
	clear(c.words)
	c.total = 0
}

func (c *Counts) Add(text string) {
	if c.words == nil {
		c.words = map[string]int{}
	}
	for _, w := range strings.Fields(text) {
		c.words[w]++
		c.total++
	}
}

type Ranking struct {
	names []string
	limit int
}

func (r *Ranking) Reset() {
	clear(r.names)
	r.names, r.limit = r.names[:0], 0
}

var (
	counts   Pool[Counts, *Counts]
	rankings Pool[Ranking, *Ranking]
)

// top returns the n most frequent words. The strings are those of the text.
func top(text string, n int) (words []string, total int) {
	c := counts.Get()
	defer counts.Put(c)
	c.Add(text)
	rankings.Do(func(r *Ranking) {
		r.limit = n
		for name := range c.words {
			r.names = append(r.names, name)
		}
		sort.Slice(r.names, func(i, j int) bool {
			a, b := r.names[i], r.names[j]
			if c.words[a] != c.words[b] {
				return c.words[a] > c.words[b]
			}
			return a < b
		})
		words = append(words, r.names[:min(r.limit, len(r.names))]...)
	})
	return words, c.total
}

func main() {
	first, total := top("to be or not to be that is to", 2)
	var wg sync.WaitGroup
	for range 4 {
		wg.Go(func() {
			for range 50 {
				words, n := top("x y x z", 9)
				if len(words) != 3 || n != 4 || words[0] != "x" {
					fmt.Println(words, n)
				}
			}
		})
	}
	wg.Wait()
	fmt.Println(first, total)
}
