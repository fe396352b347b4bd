// truth: correct
package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"hash/fnv"
	"html/template"
	"net/http"
	"net/http/httptest"
	"strconv"
	"sync"
)

const maxKept = 16 << 10

var bufs = sync.Pool{New: func() any { return new(bytes.Buffer) }}

func getBuffer() *bytes.Buffer { return bufs.Get().(*bytes.Buffer) }

// putBuffer drops buffers that one large answer has blown up.
func putBuffer(b *bytes.Buffer) {
	if b.Cap() > maxKept {
		return
	}
	b.Reset()
	bufs.Put(b)
}

type seat struct {
	Row   string `json:"row"`
	Price int    `json:"price"`
	Taken bool   `json:"taken"`
}

type handler struct {
	venue map[string][]seat
	tmpl  *template.Template
}

// ServeHTTP renders into a buffer first, so that an error becomes a clean answer.
func (h *handler) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	seats, ok := h.venue[r.PathValue("show")]
	if !ok {
		http.NotFound(w, r)
		return
	}
	b := getBuffer()
	defer putBuffer(b)
	var err error
	if r.URL.Query().Has("json") {
		err = json.NewEncoder(b).Encode(seats)
	} else {
		err = h.tmpl.Execute(b, seats)
	}
	if err != nil {
		http.Error(w, "cannot render", http.StatusInternalServerError)
		return
	}
	w.Header().Set("Content-Length", strconv.Itoa(b.Len()))
	w.Header().Set("ETag", etag(b.Bytes()))
	b.WriteTo(w)
}

func etag(p []byte) string {
	h := fnv.New32a()
	h.Write(p)
	return strconv.Quote(strconv.FormatUint(uint64(h.Sum32()), 36))
}

func main() {
	big := make([]seat, 2000)
	h := &handler{
		venue: map[string][]seat{"opera": {{"A", 90, false}, {"B", 70, true}}, "arena": big},
		tmpl:  template.Must(template.New("").Parse("{{range .}}{{if not .Taken}}{{.Row}} {{end}}{{end}}")),
	}
	mux := http.NewServeMux()
	mux.Handle("GET /shows/{show}", h)
	for _, url := range []string{"/shows/opera", "/shows/arena?json", "/shows/opera?json", "/shows/none"} {
		rec := httptest.NewRecorder()
		mux.ServeHTTP(rec, httptest.NewRequest("GET", url, nil))
		fmt.Println(rec.Code, rec.Body.Len(), rec.Header().Get("ETag") != "")
	}
}
