// truth: escape line 46 plain
package main

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"sync"
	"time"

	"github.com/rcpool/rcpool"
)

type Episode struct {
	Show  string
	Title string
	Size  int64
}

type server struct {
	episodes  rcpool.Pool[Episode]
	listeners []string
	pending   sync.WaitGroup
	mu        sync.Mutex
	sent      []string
}

func (s *server) notify(who string, e *Episode) {
	time.Sleep(time.Millisecond)
	s.mu.Lock()
	defer s.mu.Unlock()
	s.sent = append(s.sent, fmt.Sprintf("%s: %s – %s", who, e.Show, e.Title))
}

func (s *server) publish(w http.ResponseWriter, r *http.Request) {
	ref := s.episodes.Get()
	defer ref.Release()
	e := ref.Value()
	e.Show, e.Title, e.Size = r.FormValue("show"), r.FormValue("title"), r.ContentLength
	if e.Show == "" || e.Title == "" {
		http.Error(w, "show and title are required", http.StatusBadRequest)
		return
	}
	for _, who := range s.listeners {
		s.pending.Add(1)
		go func() {
			defer s.pending.Done()
			s.notify(who, e)
		}()
	}
	fmt.Fprintf(w, "published %s (%d bytes)\n", e.Title, e.Size)
}

func main() {
	s := &server{listeners: []string{"ann", "bob"}}
	for _, target := range []string{"/?show=Go&title=Pools", "/?show=Go", "/?show=Go&title=Refs"} {
		rec := httptest.NewRecorder()
		s.publish(rec, httptest.NewRequest("POST", target, nil))
		fmt.Print(rec.Body.String())
	}
	s.pending.Wait()
	for _, line := range s.sent {
		fmt.Println(line)
	}
}
