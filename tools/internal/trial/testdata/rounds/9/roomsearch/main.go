// truth: escape line 60 plain
package main

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"sync"

	"github.com/rcpool/rcpool"
)

type Query struct {
	City   string
	Nights int
	Words  []string
}

func (q *Query) Reset() {
	q.City, q.Nights = "", 0
	clear(q.Words)
	q.Words = q.Words[:0]
}

var queries = rcpool.Pool[Query]{Name: "query"}

type statistics struct {
	mu     sync.Mutex
	cities map[string]int
	wg     sync.WaitGroup
}

func (s *statistics) count(city string, nights int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.cities[city] += nights
}

type hotels map[string][]string

type server struct {
	stats *statistics
	db    hotels
}

func (s *server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	ref := queries.Get()
	defer ref.Release()
	q := ref.Value()
	q.City = r.URL.Query().Get("city")
	q.Nights, _ = strconv.Atoi(r.URL.Query().Get("nights"))
	q.Words = append(q.Words, strings.Fields(r.URL.Query().Get("q"))...)
	if q.City == "" || q.Nights <= 0 {
		http.Error(w, "city and nights, please", http.StatusBadRequest)
		return
	}
	s.stats.wg.Add(1)
	go func() {
		defer s.stats.wg.Done()
		s.stats.count(q.City, q.Nights)
	}()
	for _, name := range s.db[q.City] {
		for _, word := range q.Words {
			if strings.Contains(name, word) {
				fmt.Fprintln(w, name)
				break
			}
		}
	}
}

func main() {
	s := &server{
		stats: &statistics{cities: map[string]int{}},
		db:    hotels{"graz": {"old mill", "grand mill", "river"}, "linz": {"donau"}},
	}
	for i := range 50 {
		url := fmt.Sprintf("/?city=%s&nights=%d&q=mill+river", []string{"graz", "linz"}[i%2], i%4)
		rec := httptest.NewRecorder()
		s.ServeHTTP(rec, httptest.NewRequest("GET", url, nil))
	}
	s.stats.wg.Wait()
	fmt.Println(s.stats.cities)
}
