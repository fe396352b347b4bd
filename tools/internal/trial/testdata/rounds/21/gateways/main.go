// truth: correct
package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
)

// exchange buffers an answer, so that it can be thrown away for a retry.
type exchange struct {
	header http.Header
	status int
	body   bytes.Buffer
	tries  int
}

func (x *exchange) Header() http.Header { return x.header }

func (x *exchange) WriteHeader(status int) {
	if x.status == 0 {
		x.status = status
	}
}

func (x *exchange) Write(p []byte) (int, error) {
	x.WriteHeader(http.StatusOK)
	return x.body.Write(p)
}

// again readies the exchange for the next try.
func (x *exchange) again() {
	clear(x.header)
	x.status = 0
	x.body.Reset()
	x.tries++
}

func (x *exchange) copyTo(w http.ResponseWriter) error {
	for k, v := range x.header {
		w.Header()[k] = v
	}
	w.WriteHeader(max(x.status, http.StatusOK))
	_, err := w.Write(x.body.Bytes())
	return err
}

type exchangePool struct{ p sync.Pool }

func (ep *exchangePool) get() *exchange {
	if x, ok := ep.p.Get().(*exchange); ok {
		return x
	}
	return &exchange{header: make(http.Header)}
}

func (ep *exchangePool) put(x *exchange) {
	x.again()
	x.tries = 0
	if x.body.Cap() <= 64<<10 {
		ep.p.Put(x)
	}
}

type gateway struct {
	pool exchangePool
	next http.Handler
	max  int
}

func (g *gateway) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	x := g.pool.get()
	defer g.pool.put(x)
	for {
		g.next.ServeHTTP(x, r)
		if x.status < 500 || x.tries+1 >= g.max {
			break
		}
		x.again()
	}
	x.Header().Set("X-Tries", fmt.Sprint(x.tries+1))
	if err := x.copyTo(w); err != nil && !errors.Is(err, io.ErrClosedPipe) {
		fmt.Println("writing:", err)
	}
}

func main() {
	var mu sync.Mutex
	fails := map[string]int{"/flaky": 2, "/down": 1000}
	g := &gateway{max: 3, next: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		mu.Lock()
		defer mu.Unlock()
		if fails[r.URL.Path] > 0 {
			fails[r.URL.Path]--
			w.Header().Set("Retry-After", "1")
			http.Error(w, "try later", http.StatusServiceUnavailable)
			return
		}
		if r.URL.Path == "/missing" {
			http.NotFound(w, r)
			return
		}
		io.WriteString(w, strings.Repeat(r.URL.Path, 3))
	})}
	for _, path := range []string{"/ok", "/flaky", "/down", "/missing", "/flaky"} {
		w := httptest.NewRecorder()
		g.ServeHTTP(w, httptest.NewRequest("GET", path, nil))
		fmt.Printf("%s: %d, %s tries, %q, retry after %q\n", path, w.Code, w.Header().Get("X-Tries"), w.Body, w.Header().Get("Retry-After"))
	}
}
