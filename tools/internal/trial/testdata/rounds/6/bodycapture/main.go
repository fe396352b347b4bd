// truth: use-after-release line 43,60 hard
package main

import (
	"bytes"
	"fmt"
	"net/http"
	"net/http/httptest"
	"sync"
)

var captures = sync.Pool{New: func() any { return new(bytes.Buffer) }}

// A recorder copies the body of a response.
type recorder struct {
	http.ResponseWriter
	body   *bytes.Buffer
	status int
	onDone []func(*recorder)
}

func record(w http.ResponseWriter) *recorder {
	body := captures.Get().(*bytes.Buffer)
	body.Reset()
	return &recorder{ResponseWriter: w, body: body, status: http.StatusOK}
}

func (r *recorder) WriteHeader(status int) {
	r.status = status
	r.ResponseWriter.WriteHeader(status)
}

func (r *recorder) Write(p []byte) (int, error) {
	r.body.Write(p)
	return r.ResponseWriter.Write(p)
}

func (r *recorder) after(f func(*recorder)) { r.onDone = append(r.onDone, f) }

func (r *recorder) finish() {
	captures.Put(r.body)
	for _, f := range r.onDone {
		f(r)
	}
}

type access struct {
	mu    sync.Mutex
	lines []string
}

func (a *access) middleware(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		rec := record(w)
		defer rec.finish()
		path := r.URL.Path
		rec.after(func(rec *recorder) {
			a.mu.Lock()
			defer a.mu.Unlock()
			a.lines = append(a.lines, fmt.Sprintf("%s %d %s", path, rec.status, rec.body.String()))
		})
		next.ServeHTTP(rec, r)
	})
}

func main() {
	a := &access{}
	mux := http.NewServeMux()
	mux.HandleFunc("/hello/{name}", func(w http.ResponseWriter, r *http.Request) {
		fmt.Fprint(w, "hello ", r.PathValue("name"))
	})
	h := a.middleware(mux)
	var wg sync.WaitGroup
	for i := range 8 {
		wg.Go(func() {
			for j := range 200 {
				h.ServeHTTP(httptest.NewRecorder(), httptest.NewRequest("GET", fmt.Sprintf("/hello/n%d-%d", i, j), nil))
			}
		})
	}
	wg.Wait()
	wrong := 0
	for _, line := range a.lines {
		var path, text, name string
		var status int
		fmt.Sscan(line, &path, &status, &text, &name)
		if path != "/hello/"+name {
			wrong++
		}
	}
	fmt.Println(len(a.lines), "lines, some wrong:", wrong > 0)
}
