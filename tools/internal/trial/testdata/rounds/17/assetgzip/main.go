// truth: unclosed line 38,46 plain
package main

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"

	"github.com/rcpool/rcpool/stdpool"
)

type assets struct {
	files map[string][]byte
}

func (a *assets) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	data, ok := a.files[r.URL.Path]
	if !ok {
		http.NotFound(w, r)
		return
	}
	if !strings.Contains(r.Header.Get("Accept-Encoding"), "gzip") || len(data) < 64 {
		w.Write(data)
		return
	}
	w.Header().Set("Content-Encoding", "gzip")
	if err := compress(w, data); err != nil {
		panic(http.ErrAbortHandler)
	}
}

func compress(w io.Writer, data []byte) error {
	gz := stdpool.GzipWriter(w, gzip.BestSpeed)
	defer gz.Release()
	for len(data) > 0 {
		n := min(len(data), 4096)
		if _, err := gz.Value().Write(data[:n]); err != nil {
			return err
		}
		data = data[n:]
	}
	return gz.Value().Flush()
}

func get(h http.Handler, path, encoding string) {
	r := httptest.NewRequest("GET", path, nil)
	r.Header.Set("Accept-Encoding", encoding)
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	body := io.Reader(w.Body)
	if w.Header().Get("Content-Encoding") == "gzip" {
		gz, err := gzip.NewReader(body)
		if err != nil {
			fmt.Println(path, err)
			return
		}
		body = gz
	}
	data, err := io.ReadAll(body)
	fmt.Println(path, w.Code, len(data), err)
}

func main() {
	a := &assets{files: map[string][]byte{
		"/app.js":  bytes.Repeat([]byte("let x = 1;\n"), 1000),
		"/tiny.js": []byte("x"),
	}}
	get(a, "/app.js", "")
	get(a, "/tiny.js", "gzip")
	get(a, "/app.js", "gzip, br")
	get(a, "/none.js", "gzip")
}
