// truth: correct

// Command topk answers full-text queries from an inverted index. The scratch of
// a query, a table of scores and a heap, is pooled.
package main

import (
	"cmp"
	"container/heap"
	"fmt"
	"slices"
	"strings"
	"sync"
)

type hit struct {
	doc   int
	score float64
}

type hits []hit

func (h hits) Len() int           { return len(h) }
func (h hits) Less(i, j int) bool { return h[i].score < h[j].score }
func (h hits) Swap(i, j int)      { h[i], h[j] = h[j], h[i] }
func (h *hits) Push(x any)        { *h = append(*h, x.(hit)) }
func (h *hits) Pop() any {
	old := *h
	x := old[len(old)-1]
	*h = old[:len(old)-1]
	return x
}

type scratch struct {
	scores  []float64
	touched []int
	best    hits
}

func (s *scratch) prepare(docs int) {
	if cap(s.scores) < docs {
		s.scores = make([]float64, docs)
	}
	s.scores = s.scores[:docs]
}

func (s *scratch) add(doc int, w float64) {
	if s.scores[doc] == 0 {
		s.touched = append(s.touched, doc)
	}
	s.scores[doc] += w
}

// wipe clears only what the query has touched.
func (s *scratch) wipe() {
	for _, doc := range s.touched {
		s.scores[doc] = 0
	}
	s.touched = s.touched[:0]
	s.best = s.best[:0]
}

type Index struct {
	docs     []string
	postings map[string][]int
	pool     sync.Pool
}

func NewIndex(docs ...string) *Index {
	ix := &Index{docs: docs, postings: make(map[string][]int)}
	ix.pool.New = func() any { return new(scratch) }
	for i, d := range docs {
		for _, w := range strings.Fields(d) {
			ix.postings[w] = append(ix.postings[w], i)
		}
	}
	return ix
}

// withScratch lends f a scratch that is ready for this index.
func (ix *Index) withScratch(f func(*scratch)) {
	s := ix.pool.Get().(*scratch)
	defer ix.pool.Put(s)
	defer s.wipe()
	s.prepare(len(ix.docs))
	f(s)
}

type Option func(*query)

type query struct {
	k        int
	excluded func(doc int) bool
}

func K(n int) Option                      { return func(q *query) { q.k = n } }
func Without(f func(doc int) bool) Option { return func(q *query) { q.excluded = f } }

func (ix *Index) Search(text string, opts ...Option) (result []hit) {
	q := query{k: 3, excluded: func(int) bool { return false }}
	for _, o := range opts {
		o(&q)
	}
	ix.withScratch(func(s *scratch) {
		for _, w := range strings.Fields(text) {
			list := ix.postings[w]
			for _, doc := range list {
				s.add(doc, 1/float64(len(list)))
			}
		}
		for _, doc := range s.touched {
			if q.excluded(doc) {
				continue
			}
			heap.Push(&s.best, hit{doc, s.scores[doc]})
			if len(s.best) > q.k {
				heap.Pop(&s.best)
			}
		}
		result = slices.Clone(s.best)
	})
	slices.SortFunc(result, func(a, b hit) int {
		return cmp.Or(cmp.Compare(b.score, a.score), cmp.Compare(a.doc, b.doc))
	})
	return result
}

func main() {
	ix := NewIndex("the quick brown fox", "the lazy dog", "quick quick dog", "a brown dog barks", "fox and dog")
	var wg sync.WaitGroup
	out := make([][]hit, 4)
	for i, q := range []string{"quick fox", "the dog", "nothing here", "brown dog barks"} {
		wg.Go(func() {
			out[i] = ix.Search(q, K(2), Without(func(doc int) bool { return doc == i }))
		})
	}
	wg.Wait()
	for _, r := range out {
		fmt.Println(r)
	}
}
