// truth: leak line 45 plain

// Command auditingest receives audit records over HTTP and appends them to a journal.
package main

import (
	"encoding/json"
	"fmt"
	"log"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"time"

	"github.com/rcpool/rcpool"
)

type Record struct {
	Actor  string    `json:"actor"`
	Action string    `json:"action"`
	At     time.Time `json:"at"`
	Tags   []string  `json:"tags"`
}

func (r *Record) Reset() {
	clear(r.Tags)
	*r = Record{Tags: r.Tags[:0]}
}

type ingester struct {
	records rcpool.Pool[Record]

	mu      sync.Mutex
	journal []string
}

func (s *ingester) append(r *Record) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.journal = append(s.journal, fmt.Sprintf("%s %s %v", r.Actor, r.Action, r.Tags))
}

func (s *ingester) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	rec := s.records.Get()
	v := rec.Value()
	if err := json.NewDecoder(r.Body).Decode(v); err != nil {
		rec.Release()
		http.Error(w, "malformed record", http.StatusBadRequest)
		return
	}
	if v.Actor == "" || v.Action == "" {
		http.Error(w, "actor and action are required", http.StatusUnprocessableEntity)
		return
	}
	if v.At.IsZero() {
		v.At = time.Now()
	}
	s.append(v)
	rec.Release()
	w.WriteHeader(http.StatusNoContent)
}

func main() {
	s := &ingester{}
	for body, want := range map[string]int{
		`{"actor":"ann","action":"login","tags":["web"]}`: 204,
		`{"actor":"bob","action":"logout"}`:               204,
		`{"action":"login"}`:                              422,
		`{"actor":`:                                       400,
	} {
		w := httptest.NewRecorder()
		s.ServeHTTP(w, httptest.NewRequest("POST", "/audit", strings.NewReader(body)))
		if w.Code != want {
			log.Fatal(body, w.Code)
		}
	}
	fmt.Println("journal", len(s.journal), "in use", s.records.Stats().InUse)
}
