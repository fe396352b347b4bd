// truth: escape line 45 plain
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

type Hook struct {
	Target string
	Body   []byte
}

type Service struct {
	hooks   rcpool.Pool[Hook]
	wg      sync.WaitGroup
	mu      sync.Mutex
	results []string
}

func (s *Service) record(line string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.results = append(s.results, line)
}

func (s *Service) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	hook := s.hooks.Get()
	defer hook.Release()
	h := hook.Value()
	h.Target = r.FormValue("target")
	body, err := io.ReadAll(io.LimitReader(r.Body, 1<<10))
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	h.Body = append(h.Body, body...)
	s.wg.Add(1)
	go func() {
		defer s.wg.Done()
		s.record(fmt.Sprintf("POST %s (%d bytes)", h.Target, len(h.Body)))
	}()
	w.WriteHeader(http.StatusAccepted)
}

func main() {
	s := &Service{}
	s.hooks.Name = "hooks"
	s.hooks.Reset = func(h *Hook) {
		h.Target = ""
		h.Body = h.Body[:0]
	}
	for i := range 5 {
		r := httptest.NewRequest("POST", fmt.Sprintf("/hook?target=svc%d", i), strings.NewReader("payload"))
		w := httptest.NewRecorder()
		s.ServeHTTP(w, r)
		fmt.Println(w.Code)
	}
	s.wg.Wait()
	fmt.Println(strings.Join(s.results, "\n"))
}
