// truth: correct

// Command simscore compares documents in a pool of workers.
package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
)

// scratch is what a comparison needs. It is reused.
type scratch struct {
	left, right map[string]int
	terms       []string
	err         error
}

var scratches = sync.Pool{New: func() any {
	return &scratch{left: map[string]int{}, right: map[string]int{}}
}}

func borrowScratch() *scratch { return scratches.Get().(*scratch) }

func (s *scratch) giveBack() {
	clear(s.left)
	clear(s.right)
	clear(s.terms[:cap(s.terms)])
	s.terms = s.terms[:0]
	s.err = nil
	scratches.Put(s)
}

var errEmpty = errors.New("document is empty")

func (s *scratch) count(into map[string]int, doc string) {
	if s.err != nil {
		return
	}
	words := strings.Fields(doc)
	if len(words) == 0 {
		s.err = errEmpty
		return
	}
	for _, w := range words {
		into[strings.ToLower(w)]++
	}
}

type result struct {
	pair   [2]int
	score  float64
	shared []string
	err    error
}

func compare(a, b string) (score float64, shared []string, err error) {
	s := borrowScratch()
	defer s.giveBack()
	s.count(s.left, a)
	s.count(s.right, b)
	if s.err != nil {
		return 0, nil, s.err
	}
	for term, n := range s.left {
		if m := s.right[term]; m > 0 {
			score += float64(min(n, m))
			s.terms = append(s.terms, term)
		}
	}
	slices.Sort(s.terms)
	return score / float64(max(len(s.left), len(s.right))), slices.Clone(s.terms), nil
}

func worker(ctx context.Context, docs []string, pairs <-chan [2]int, out chan<- result) {
	for p := range pairs {
		score, shared, err := compare(docs[p[0]], docs[p[1]])
		select {
		case out <- result{p, score, shared, err}:
		case <-ctx.Done():
			return
		}
	}
}

func main() {
	docs := []string{"the cat sat on the mat", "the dog sat", "", "a cat and a dog"}
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	pairs, out := make(chan [2]int), make(chan result)
	var wg sync.WaitGroup
	for range 3 {
		wg.Go(func() { worker(ctx, docs, pairs, out) })
	}
	go func() {
		for i := range docs {
			for j := range i {
				pairs <- [2]int{j, i}
			}
		}
		close(pairs)
		wg.Wait()
		close(out)
	}()
	var results []result
	for r := range out {
		results = append(results, r)
	}
	slices.SortFunc(results, func(a, b result) int {
		return cmp.Or(cmp.Compare(a.pair[0], b.pair[0]), cmp.Compare(a.pair[1], b.pair[1]))
	})
	for _, r := range results {
		fmt.Printf("%v %.2f %v %v\n", r.pair, r.score, r.shared, r.err)
	}
}
