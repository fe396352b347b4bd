// truth: correct
package main

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"sort"
	"strings"
	"sync"
	"time"

	"github.com/rcpool/rcpool"
)

type Audit struct {
	Method, Path string
	Status       int
	Tags         []string
}

var audits = rcpool.Pool[Audit]{
	Name:  "audits",
	Reset: func(a *Audit) { clear(a.Tags); *a = Audit{Tags: a.Tags[:0]} },
}

type sink struct {
	mu    sync.Mutex
	lines []string
}

func (s *sink) ship(a *Audit) {
	line := fmt.Sprintf("%s %s %d %s", a.Method, a.Path, a.Status, strings.Join(a.Tags, ","))
	s.mu.Lock()
	defer s.mu.Unlock()
	s.lines = append(s.lines, line)
}

func (s *sink) handle(w http.ResponseWriter, r *http.Request) {
	entry := audits.Get()
	defer entry.Release()
	a := entry.Value()
	a.Method, a.Path, a.Status = r.Method, r.URL.Path, http.StatusOK
	a.Tags = append(a.Tags, "web")
	if r.URL.Path == "/private" {
		a.Status = http.StatusForbidden
		a.Tags = append(a.Tags, "denied")
		http.Error(w, "no", a.Status)
		entry.Go(s.ship)
		return
	}
	entry.Go(s.ship)
	fmt.Fprintf(w, "%s %d", a.Path, a.Status)
}

func main() {
	var s sink
	for _, path := range []string{"/", "/private", "/news"} {
		rec := httptest.NewRecorder()
		s.handle(rec, httptest.NewRequest("GET", path, nil))
		fmt.Println(rec.Code, strings.TrimSpace(rec.Body.String()))
	}
	ctx, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	if err := audits.Drain(ctx); err != nil {
		panic(err)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	sort.Strings(s.lines)
	fmt.Println(strings.Join(s.lines, "\n"))
}
