// truth: leak line 92 callee

// Command shedder is the front of a thumbnail service. It sheds load when its
// queue is long, and answers with what the workers produce.
package main

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"

	"github.com/rcpool/rcpool"
)

type Work struct {
	Name  string
	Image []byte
	Out   []byte
	done  chan struct{} `rcpool:"keep"`
}

var works = rcpool.Pool[Work]{
	Name: "works",
	New:  func() *Work { return &Work{done: make(chan struct{}, 1)} },
	Reset: func(w *Work) {
		select {
		case <-w.done:
		default:
		}
		*w = Work{Image: w.Image[:0], Out: w.Out[:0], done: w.done}
	},
	Keep: func(w *Work) bool { return cap(w.Image)+cap(w.Out) < 1<<20 },
}

type Shedder struct {
	mu      sync.Mutex
	queue   chan rcpool.Ref[Work]
	tokens  int
	dropped map[string]int
	wg      sync.WaitGroup
}

func NewShedder(tokens, workers int) *Shedder {
	s := &Shedder{queue: make(chan rcpool.Ref[Work], tokens), tokens: tokens, dropped: map[string]int{}}
	for range workers {
		s.wg.Go(s.work)
	}
	return s
}

func (s *Shedder) work() {
	for job := range s.queue {
		w := job.Value()
		for i := 0; i < len(w.Image); i += 4 {
			w.Out = append(w.Out, w.Image[i])
		}
		w.done <- struct{}{}
		job.Release()
		s.mu.Lock()
		s.tokens++
		s.mu.Unlock()
	}
}

// admit queues the work if there is a token for it.
func (s *Shedder) admit(job rcpool.Ref[Work]) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.tokens == 0 {
		s.dropped[job.Value().Name]++
		return false
	}
	s.tokens--
	s.queue <- job
	return true
}

func (s *Shedder) ServeHTTP(rw http.ResponseWriter, r *http.Request) {
	job := works.Get()
	defer job.Release()
	w := job.Value()
	w.Name = r.URL.Path
	body, err := io.ReadAll(http.MaxBytesReader(rw, r.Body, 4096))
	if err != nil {
		http.Error(rw, err.Error(), http.StatusRequestEntityTooLarge)
		return
	}
	w.Image = append(w.Image, body...)
	queued := job.Retain()
	if !s.admit(queued) {
		rw.Header().Set("Retry-After", "1")
		http.Error(rw, "busy", http.StatusServiceUnavailable)
		return
	}
	<-w.done
	rw.Write(w.Out)
}

func (s *Shedder) Close() {
	close(s.queue)
	s.wg.Wait()
}

func post(s *Shedder, path string, n int) *httptest.ResponseRecorder {
	rec := httptest.NewRecorder()
	s.ServeHTTP(rec, httptest.NewRequest("POST", path, strings.NewReader(strings.Repeat("abcd", n))))
	return rec
}

func main() {
	s := NewShedder(2, 1)
	fmt.Println(post(s, "/a", 5).Body, post(s, "/b", 5000).Code)
	var wg sync.WaitGroup
	for i := range 6 {
		wg.Go(func() { post(s, fmt.Sprint("/", i%2), 100) })
	}
	wg.Wait()
	s.Close()
	s.tokens = 0
	fmt.Println(post(s, "/late", 1).Code)
}
