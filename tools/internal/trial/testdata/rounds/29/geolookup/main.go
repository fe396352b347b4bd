// truth: reset line 37 plain

// Command geolookup answers which regions contain a point, with pooled search
// states.
package main

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strconv"
	"sync/atomic"

	"github.com/rcpool/rcpool"
)

type box struct{ minX, minY, maxX, maxY float64 }

func (b box) contains(x, y float64) bool {
	return x >= b.minX && x <= b.maxX && y >= b.minY && y <= b.maxY
}

type node struct {
	bounds   box
	name     string
	children []*node
}

type search struct {
	stack   []*node
	hits    []string
	visited int
	reason  string
}

func (s *search) Reset() {
	clear(s.stack)
	s.stack = s.stack[:0]
	clear(s.hits)
	s.hits = s.hits[:0]
	s.visited = 0
}

type index struct {
	root     *node
	searches rcpool.Pool[search]
	visits   atomic.Int64
	limit    int
}

func (ix *index) find(s *search, x, y float64) {
	s.stack = append(s.stack, ix.root)
	for len(s.stack) > 0 {
		n := s.stack[len(s.stack)-1]
		s.stack = s.stack[:len(s.stack)-1]
		if s.visited++; s.visited > ix.limit {
			s.reason = "too many regions"
			return
		}
		if !n.bounds.contains(x, y) {
			continue
		}
		if n.name != "" {
			s.hits = append(s.hits, n.name)
		}
		s.stack = append(s.stack, n.children...)
	}
	if len(s.hits) == 0 {
		s.reason = "open sea"
	}
}

type answer struct {
	Regions []string `json:"regions"`
	Reason  string   `json:"reason,omitempty"`
}

func (ix *index) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	x, errX := strconv.ParseFloat(r.FormValue("x"), 64)
	y, errY := strconv.ParseFloat(r.FormValue("y"), 64)
	if errX != nil || errY != nil {
		http.Error(w, "x and y must be numbers", http.StatusBadRequest)
		return
	}
	ref := ix.searches.Get()
	defer ref.Release()
	s := ref.Value()
	ix.find(s, x, y)
	ix.visits.Add(int64(s.visited))
	w.Header().Set("Content-Type", "application/json")
	if err := json.NewEncoder(w).Encode(answer{Regions: s.hits, Reason: s.reason}); err != nil {
		panic(http.ErrAbortHandler)
	}
}

func main() {
	ix := &index{limit: 100, root: &node{bounds: box{-100, -100, 100, 100}, children: []*node{
		{bounds: box{0, 0, 10, 10}, name: "north", children: []*node{
			{bounds: box{0, 0, 5, 5}, name: "harbour"},
			{bounds: box{5, 5, 10, 10}, name: "forest"},
		}},
		{bounds: box{-10, -10, 0, 0}, name: "south"},
	}}}
	ix.searches.Name = "geo.searches"
	for _, q := range []string{"x=1&y=1", "x=50&y=50", "x=-3&y=-4", "x=a&y=1", "x=5&y=5"} {
		rec := httptest.NewRecorder()
		ix.ServeHTTP(rec, httptest.NewRequest("GET", "/regions?"+q, nil))
		fmt.Print(rec.Code, " ", rec.Body)
	}
	fmt.Println(ix.visits.Load())
}
