// truth: correct
package main

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"

	"github.com/rcpool/rcpool"
	"github.com/rcpool/rcpool/rchttp"
)

type sample struct {
	Device string    `json:"device"`
	Values []float64 `json:"values"`
}

func (s *sample) Reset() { s.Device, s.Values = "", s.Values[:0] }

type verdict struct {
	device string
	sum    float64
}

var (
	samples  = rcpool.Pool[sample]{Name: "samples"}
	verdicts = rcpool.Pool[verdict]{Name: "verdicts"}
)

type service struct {
	mu      sync.Mutex
	latest  map[string]rcpool.Ref[verdict]
	audits  sync.WaitGroup
	audited int
}

func (s *service) ingest(w http.ResponseWriter, r *http.Request, scope rchttp.Scope) {
	in, ok := rchttp.Bind(w, r, &samples, 1<<10)
	if !ok {
		return
	}
	body := rchttp.Adopt(scope, in)
	v := rchttp.Borrow(scope, &verdicts)
	v.Value().device = body.Value().Device
	for _, x := range body.Value().Values {
		v.Value().sum += x
	}
	if v.Value().device == "" {
		http.Error(w, "device is missing", http.StatusUnprocessableEntity)
		return
	}
	s.keep(v.Value().device, v.Retain())
	s.audits.Go(body.Hold(func(b *sample) {
		s.mu.Lock()
		s.audited += len(b.Values)
		s.mu.Unlock()
	}))
	fmt.Fprintf(w, "%s %.1f", v.Value().device, v.Value().sum)
}

// keep takes v over.
func (s *service) keep(device string, v rcpool.Ref[verdict]) {
	s.mu.Lock()
	old := s.latest[device]
	s.latest[device] = v
	s.mu.Unlock()
	rcpool.Drop(&old)
}

func (s *service) show(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	v, ok := s.latest[r.PathValue("device")]
	if ok {
		v = v.Retain()
	}
	s.mu.Unlock()
	if !ok {
		http.NotFound(w, r)
		return
	}
	defer v.Release()
	fmt.Fprintf(w, "%.2f", v.Value().sum)
}

func (s *service) close() {
	s.audits.Wait()
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, v := range s.latest {
		v.Release()
	}
	clear(s.latest)
}

func main() {
	s := &service{latest: map[string]rcpool.Ref[verdict]{}}
	mux := http.NewServeMux()
	mux.Handle("POST /samples", rchttp.ScopeHandler(s.ingest))
	mux.HandleFunc("GET /samples/{device}", s.show)
	do := func(method, path, body string) {
		r := httptest.NewRequest(method, path, strings.NewReader(body))
		r.Header.Set("Content-Type", "application/json")
		w := httptest.NewRecorder()
		mux.ServeHTTP(w, r)
		fmt.Println(w.Code, w.Body)
	}
	do("POST", "/samples", `{"device":"t1","values":[1,2]}`)
	do("POST", "/samples", `{"device":"t1","values":[3]}`)
	do("POST", "/samples", `{"values":[3]}`)
	do("POST", "/samples", `{`)
	do("GET", "/samples/t1", "")
	do("GET", "/samples/t2", "")
	s.close()
}
