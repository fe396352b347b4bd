// truth: double-release line 76 callee

// Command jsonrpchttp answers JSON-RPC requests over HTTP; answers are encoded
// into pooled buffers, so that their length is known.
package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"sync"
)

var answerBuffers = sync.Pool{New: func() any { return new(bytes.Buffer) }}

type request struct {
	ID     int       `json:"id"`
	Method string    `json:"method"`
	Params []float64 `json:"params"`
}

type response struct {
	ID     int     `json:"id"`
	Result float64 `json:"result"`
	Error  string  `json:"error,omitempty"`
}

type method func(params []float64) (float64, error)

type server struct {
	methods map[string]method
	errors  int
}

// reply sends what is in buf.
func (s *server) reply(w http.ResponseWriter, buf *bytes.Buffer) {
	w.Header().Set("Content-Length", strconv.Itoa(buf.Len()))
	w.Header().Set("Content-Type", "application/json")
	if _, err := w.Write(buf.Bytes()); err != nil {
		s.errors++
	}
	buf.Reset()
	answerBuffers.Put(buf)
}

func (s *server) call(req *request) response {
	m, ok := s.methods[req.Method]
	if !ok {
		return response{ID: req.ID, Error: "no such method"}
	}
	result, err := m(req.Params)
	if err != nil {
		return response{ID: req.ID, Error: err.Error()}
	}
	return response{ID: req.ID, Result: result}
}

func (s *server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	var req request
	if err := json.NewDecoder(r.Body).Decode(&req); err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	buf := answerBuffers.Get().(*bytes.Buffer)
	defer answerBuffers.Put(buf)
	buf.Reset()
	if err := json.NewEncoder(buf).Encode(s.call(&req)); err != nil {
		http.Error(w, "encoding failed", http.StatusInternalServerError)
		return
	}
	s.reply(w, buf)
}

func main() {
	s := &server{methods: map[string]method{
		"sum": func(params []float64) (sum float64, err error) {
			for _, p := range params {
				sum += p
			}
			return sum, nil
		},
		"div": func(params []float64) (float64, error) {
			if len(params) != 2 || params[1] == 0 {
				return 0, errors.New("cannot divide")
			}
			return params[0] / params[1], nil
		},
	}}
	for _, body := range []string{
		`{"id":1,"method":"sum","params":[1,2,3]}`, `{"id":2,"method":"div","params":[1,0]}`,
		`{"id":3,"method":"pow"}`, `{"id":`,
	} {
		rr := httptest.NewRecorder()
		s.ServeHTTP(rr, httptest.NewRequest("POST", "/rpc", strings.NewReader(body)))
		fmt.Println(rr.Code, strings.TrimSpace(rr.Body.String()))
	}
}
