// truth: reset line 25,26 callee

// Auditmw writes a line of audit for each request, with what changed.
package main

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"sort"
	"strings"
	"sync"

	"round/auditmw/wire"
)

type Audit struct {
	mu    sync.Mutex
	w     io.Writer
	lines int
}

func (a *Audit) record(r *http.Request, code int) error {
	buf := wire.Buffer()
	defer wire.Free(buf)
	fmt.Fprintf(buf, "%s %s %d", r.Method, r.URL.Path, code)
	query := r.URL.Query()
	keys := make([]string, 0, len(query))
	for k := range query {
		keys = append(keys, k)
	}
	sort.Strings(keys)
	for _, k := range keys {
		fmt.Fprintf(buf, " %s=%q", k, query.Get(k))
	}
	buf.WriteByte('\n')
	a.mu.Lock()
	defer a.mu.Unlock()
	a.lines++
	_, err := a.w.Write(buf.Bytes())
	return err
}

type recorder struct {
	http.ResponseWriter
	code int
}

func (r *recorder) WriteHeader(code int) {
	r.code = code
	r.ResponseWriter.WriteHeader(code)
}

func (a *Audit) Wrap(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		rec := &recorder{w, http.StatusOK}
		next.ServeHTTP(rec, r)
		if err := a.record(r, rec.code); err != nil {
			fmt.Println("audit:", err)
		}
	})
}

func main() {
	var out strings.Builder
	a := &Audit{w: &out}
	h := a.Wrap(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method != "POST" {
			http.Error(w, "read only", http.StatusMethodNotAllowed)
		}
	}))
	for i := range 6 {
		method := []string{"POST", "GET"}[i%2]
		h.ServeHTTP(httptest.NewRecorder(), httptest.NewRequest(method, fmt.Sprintf("/item/%d?color=red&n=%d", i, i), nil))
	}
	fmt.Println(a.lines, "requests,", strings.Count(out.String(), "\n"), "lines")
}
