// truth: reset line 19,24 callee
package main

import (
	"fmt"
	"sort"
	"sync"
)

type scratch struct {
	ids     []int64
	scores  map[int64]float64
	explain bool
	notes   []string
}

var scratches = sync.Pool{New: func() any { return &scratch{scores: map[int64]float64{}} }}

func (s *scratch) recycle() {
	s.ids = s.ids[:0]
	clear(s.scores)
	clear(s.notes)
	s.notes = s.notes[:0]
	scratches.Put(s)
}

type request struct {
	user    int64
	items   []int64
	explain bool
}

type ranker struct {
	weights map[int64]float64
}

func (r *ranker) score(s *scratch, user, item int64) float64 {
	w := r.weights[item] + float64(user%7)/10
	if s.explain {
		s.notes = append(s.notes, fmt.Sprintf("%d:%.2f", item, w))
	}
	return w
}

// rank returns the items, the best first, and notes if the request wants them.
func (r *ranker) rank(req request) ([]int64, []string) {
	s := scratches.Get().(*scratch)
	defer s.recycle()
	if req.explain {
		s.explain = true
	}
	for _, item := range req.items {
		if _, ok := s.scores[item]; ok {
			continue
		}
		s.scores[item] = r.score(s, req.user, item)
		s.ids = append(s.ids, item)
	}
	sort.Slice(s.ids, func(i, j int) bool { return s.scores[s.ids[i]] > s.scores[s.ids[j]] })
	out := append([]int64(nil), s.ids...)
	notes := append([]string(nil), s.notes...)
	return out, notes
}

func main() {
	r := &ranker{weights: map[int64]float64{1: .5, 2: .9, 3: .1}}
	for i := range 4 {
		ids, notes := r.rank(request{user: int64(i), items: []int64{1, 2, 3, 2}, explain: i == 0})
		fmt.Println(ids, notes)
	}
}
