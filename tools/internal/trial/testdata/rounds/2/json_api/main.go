// truth: correct
package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strconv"
	"sync"
)

const maxKept = 64 << 10

var buffers = sync.Pool{New: func() any { return new(bytes.Buffer) }}

func getBuffer() *bytes.Buffer {
	b := buffers.Get().(*bytes.Buffer)
	b.Reset()
	return b
}

// putBuffer gives b back, unless it grew too large.
func putBuffer(b *bytes.Buffer) {
	if b.Cap() > maxKept {
		return
	}
	buffers.Put(b)
}

type apiError struct {
	Status int    `json:"-"`
	Text   string `json:"error"`
}

func (e *apiError) Error() string { return e.Text }

type endpoint func(r *http.Request) (any, error)

// ServeHTTP encodes the result before it writes the header, so that an
// encoding error can still become a status.
func (f endpoint) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	status := http.StatusOK
	v, err := f(r)
	if err != nil {
		failed, ok := err.(*apiError)
		if !ok {
			failed = &apiError{Status: http.StatusInternalServerError, Text: "internal"}
		}
		status, v = failed.Status, failed
	}
	body := getBuffer()
	defer putBuffer(body)
	if err := json.NewEncoder(body).Encode(v); err != nil {
		http.Error(w, "encoding failed", http.StatusInternalServerError)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Content-Length", strconv.Itoa(body.Len()))
	w.WriteHeader(status)
	_, _ = body.WriteTo(w)
}

func main() {
	mux := http.NewServeMux()
	mux.Handle("GET /user/{id}", endpoint(func(r *http.Request) (any, error) {
		id, err := strconv.Atoi(r.PathValue("id"))
		if err != nil {
			return nil, &apiError{Status: 400, Text: "bad id"}
		}
		if id > 100 {
			return nil, fmt.Errorf("shard %d is down", id)
		}
		return map[string]int{"id": id}, nil
	}))
	mux.Handle("GET /func", endpoint(func(*http.Request) (any, error) {
		return func() {}, nil
	}))
	mux.Handle("GET /big", endpoint(func(*http.Request) (any, error) {
		return bytes.Repeat([]byte("big "), 40<<10), nil
	}))
	var wg sync.WaitGroup
	out := make([]string, 5)
	for i, path := range []string{"/user/7", "/user/x", "/user/101", "/func", "/big"} {
		wg.Go(func() {
			rec := httptest.NewRecorder()
			mux.ServeHTTP(rec, httptest.NewRequest("GET", path, nil))
			out[i] = fmt.Sprint(path, " ", rec.Code, " ", rec.Header().Get("Content-Length"))
		})
	}
	wg.Wait()
	for _, line := range out {
		fmt.Println(line)
	}
}
