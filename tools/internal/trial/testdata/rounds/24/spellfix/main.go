// truth: correct

// Command spellfix suggests corrections. The rows of the distance matrix and
// the lists of candidates are pooled.
package main

import (
	"cmp"
	"fmt"
	"slices"
	"sync"
)

type candidate struct {
	word string
	dist int
}

type scratch struct {
	prev, cur []int
	found     []candidate
}

var scratches = sync.Pool{New: func() any { return new(scratch) }}

func borrow[R any](f func(*scratch) R) R {
	s := scratches.Get().(*scratch)
	defer func() {
		clear(s.found)
		s.found = s.found[:0]
		scratches.Put(s)
	}()
	return f(s)
}

func (s *scratch) rows(n int) (prev, cur []int) {
	if cap(s.prev) < n {
		s.prev, s.cur = make([]int, n), make([]int, n)
	}
	return s.prev[:n], s.cur[:n]
}

func (s *scratch) distance(a, b string, limit int) (int, bool) {
	if diff := len(a) - len(b); diff > limit || -diff > limit {
		return 0, false
	}
	prev, cur := s.rows(len(b) + 1)
	for j := range prev {
		prev[j] = j
	}
	for i := range len(a) {
		cur[0] = i + 1
		best := cur[0]
		for j := range len(b) {
			cost := 1
			if a[i] == b[j] {
				cost = 0
			}
			cur[j+1] = min(prev[j]+cost, prev[j+1]+1, cur[j]+1)
			best = min(best, cur[j+1])
		}
		if best > limit {
			return 0, false
		}
		prev, cur = cur, prev
	}
	return prev[len(b)], prev[len(b)] <= limit
}

type Dictionary []string

// Suggest returns at most n words, the nearest first.
func (d Dictionary) Suggest(word string, n int) []string {
	return borrow(func(s *scratch) []string {
		for _, known := range d {
			if known == word {
				return nil
			}
			if dist, ok := s.distance(word, known, 2); ok {
				s.found = append(s.found, candidate{known, dist})
			}
		}
		slices.SortFunc(s.found, func(a, b candidate) int {
			return cmp.Or(cmp.Compare(a.dist, b.dist), cmp.Compare(a.word, b.word))
		})
		words := make([]string, 0, n)
		for _, c := range s.found[:min(n, len(s.found))] {
			words = append(words, c.word)
		}
		return words
	})
}

func main() {
	dict := Dictionary{"pool", "poll", "release", "retain", "reference", "spool", "tool", "borrow", "burrow"}
	var wg sync.WaitGroup
	results := make([][]string, 6)
	for i, word := range []string{"pol", "relaese", "borow", "pool", "xyzzy", "refrence"} {
		wg.Go(func() { results[i] = dict.Suggest(word, 2) })
	}
	wg.Wait()
	for _, words := range results {
		fmt.Println(words)
	}
}
