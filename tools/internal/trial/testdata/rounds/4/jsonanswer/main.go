// truth: use-after-release line 45 plain

// Jsonanswer encodes answers in a pooled buffer, so that an error can still
// change the status.
package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"sync"
	"sync/atomic"
)

var buffers = sync.Pool{New: func() any { return new(bytes.Buffer) }}

type API struct {
	answers atomic.Int64
	bytes   atomic.Int64
}

type user struct {
	ID   int     `json:"id"`
	Name string  `json:"name"`
	Rate float64 `json:"rate"`
}

func (a *API) answer(w http.ResponseWriter, status int, v any) {
	buf := buffers.Get().(*bytes.Buffer)
	buf.Reset()
	if err := json.NewEncoder(buf).Encode(v); err != nil {
		buffers.Put(buf)
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	a.answers.Add(1)
	a.bytes.Add(int64(buf.Len()))
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Content-Length", fmt.Sprint(buf.Len()))
	w.WriteHeader(status)
	body := buf.Bytes()
	buffers.Put(buf)
	w.Write(body)
}

func (a *API) show(w http.ResponseWriter, r *http.Request) {
	var id int
	if _, err := fmt.Sscan(r.PathValue("id"), &id); err != nil {
		a.answer(w, http.StatusBadRequest, map[string]string{"error": "bad id"})
		return
	}
	if id > 400 {
		a.answer(w, http.StatusTeapot, make(chan int))
		return
	}
	a.answer(w, http.StatusOK, user{ID: id, Name: fmt.Sprint("user", id)})
}

func main() {
	a := new(API)
	mux := http.NewServeMux()
	mux.HandleFunc("GET /users/{id}", a.show)
	var clients sync.WaitGroup
	var wrong atomic.Int64
	for c := range 8 {
		clients.Go(func() {
			for i := range 50 {
				w := httptest.NewRecorder()
				id := c*50 + i
				mux.ServeHTTP(w, httptest.NewRequest("GET", fmt.Sprint("/users/", id), nil))
				var u user
				if err := json.Unmarshal(w.Body.Bytes(), &u); err != nil || u.ID != id {
					wrong.Add(1)
				}
			}
		})
	}
	clients.Wait()
	for _, path := range []string{"/users/x", "/users/999"} {
		w := httptest.NewRecorder()
		mux.ServeHTTP(w, httptest.NewRequest("GET", path, nil))
		fmt.Println(w.Code)
	}
	fmt.Println(a.answers.Load(), "answers, wrong:", wrong.Load())
}
