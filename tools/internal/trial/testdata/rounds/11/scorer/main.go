// truth: correct
package main

import (
	"fmt"
	"sort"
	"strings"
	"sync"
)

type hit struct {
	id    int
	score float64
}

type scratch struct {
	terms  []string
	scores map[int]float64
	hits   []hit
}

func (s *scratch) Len() int      { return len(s.hits) }
func (s *scratch) Swap(i, j int) { s.hits[i], s.hits[j] = s.hits[j], s.hits[i] }
func (s *scratch) Less(i, j int) bool {
	if s.hits[i].score != s.hits[j].score {
		return s.hits[i].score > s.hits[j].score
	}
	return s.hits[i].id < s.hits[j].id
}

var scratches = sync.Pool{New: func() any { return &scratch{scores: make(map[int]float64)} }}

func withScratch(f func(*scratch)) {
	s := scratches.Get().(*scratch)
	defer func() {
		clear(s.terms)
		s.terms, s.hits = s.terms[:0], s.hits[:0]
		if len(s.scores) > 1000 {
			s.scores = make(map[int]float64)
		} else {
			clear(s.scores)
		}
		scratches.Put(s)
	}()
	f(s)
}

type Index struct {
	mu       sync.RWMutex
	postings map[string][]int
}

func (x *Index) Add(id int, title string) {
	x.mu.Lock()
	defer x.mu.Unlock()
	for _, t := range strings.Fields(strings.ToLower(title)) {
		x.postings[t] = append(x.postings[t], id)
	}
}

// Search returns the ids of the best listings.
func (x *Index) Search(query string, limit int) (ids []int) {
	withScratch(func(s *scratch) {
		for t := range strings.FieldsSeq(strings.ToLower(query)) {
			s.terms = append(s.terms, t)
		}
		x.mu.RLock()
		for _, t := range s.terms {
			list := x.postings[t]
			for _, id := range list {
				s.scores[id] += 1 / float64(len(list))
			}
		}
		x.mu.RUnlock()
		for id, score := range s.scores {
			s.hits = append(s.hits, hit{id, score})
		}
		sort.Sort(s)
		for _, h := range s.hits[:min(limit, len(s.hits))] {
			ids = append(ids, h.id)
		}
	})
	return ids
}

func main() {
	x := &Index{postings: map[string][]int{}}
	for i, title := range []string{"Blue mug", "red mug", "blue blue chair", "Oak chair", "mug tree"} {
		x.Add(i, title)
	}
	var wg sync.WaitGroup
	for range 4 {
		wg.Add(1)
		go func() {
			defer wg.Done()
			for range 50 {
				x.Search("blue mug chair", 3)
			}
		}()
	}
	wg.Wait()
	fmt.Println(x.Search("blue mug", 2), x.Search("chair", 9), x.Search("boat", 1))
}
