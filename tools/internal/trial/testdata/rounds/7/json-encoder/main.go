// truth: correct

// Command json-encoder answers with JSON from pooled encoders, each of which is
// tied to a buffer. Large buffers are not kept.
package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"sync"
)

type encoder struct {
	buf bytes.Buffer
	enc *json.Encoder
}

var encoders = sync.Pool{New: func() any {
	e := new(encoder)
	e.enc = json.NewEncoder(&e.buf)
	e.enc.SetEscapeHTML(false)
	return e
}}

const maxKept = 4 << 10

func getEncoder() *encoder { return encoders.Get().(*encoder) }

func putEncoder(e *encoder) {
	if e.buf.Cap() > maxKept {
		return
	}
	e.buf.Reset()
	encoders.Put(e)
}

// marshal returns a copy that the caller may keep.
func marshal(v any) ([]byte, error) {
	e := getEncoder()
	defer putEncoder(e)
	if err := e.enc.Encode(v); err != nil {
		return nil, err
	}
	return bytes.Clone(bytes.TrimSuffix(e.buf.Bytes(), []byte("\n"))), nil
}

func writeJSON(w http.ResponseWriter, v any) {
	e := getEncoder()
	defer putEncoder(e)
	if err := e.enc.Encode(v); err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Content-Length", strconv.Itoa(e.buf.Len()))
	w.Write(e.buf.Bytes())
}

func main() {
	var wg sync.WaitGroup
	texts := make([][]byte, 4)
	for i := range texts {
		wg.Go(func() {
			for n := range 30 {
				w := httptest.NewRecorder()
				writeJSON(w, map[string]any{"n": n, "text": strings.Repeat("<", n*400)})
				if w.Header().Get("Content-Length") != strconv.Itoa(w.Body.Len()) {
					fmt.Println("bad length", w.Header())
				}
			}
			texts[i], _ = marshal([]int{i, i * i})
		})
	}
	wg.Wait()
	_, err := marshal(func() {})
	fmt.Printf("%s %v\n", bytes.Join(texts, []byte(" ")), err)
}
