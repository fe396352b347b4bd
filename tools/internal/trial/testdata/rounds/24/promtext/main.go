// truth: use-after-release line 84 callee

// Command promtext renders metrics in the text format of a scraper.
package main

import (
	"fmt"
	"io"
	"maps"
	"net/http"
	"net/http/httptest"
	"slices"
	"strconv"
	"sync"

	"github.com/valyala/bytebufferpool"
)

type family struct {
	name, help, kind string
	mu               sync.Mutex
	series           map[string]float64
}

func (f *family) add(labels string, v float64) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.series == nil {
		f.series = make(map[string]float64)
	}
	f.series[labels] += v
}

func (f *family) appendTo(b []byte) []byte {
	f.mu.Lock()
	defer f.mu.Unlock()
	b = fmt.Appendf(b, "# HELP %s %s\n# TYPE %s %s\n", f.name, f.help, f.name, f.kind)
	for _, labels := range slices.Sorted(maps.Keys(f.series)) {
		b = append(b, f.name...)
		if labels != "" {
			b = append(b, '{')
			b = append(b, labels...)
			b = append(b, '}')
		}
		b = append(b, ' ')
		b = strconv.AppendFloat(b, f.series[labels], 'g', -1, 64)
		b = append(b, '\n')
	}
	return b
}

type exporter struct {
	families []*family
	scrapes  family
	bytes    family
}

// emit writes the page to w.
func emit(w io.Writer, page *bytebufferpool.ByteBuffer) error {
	defer bytebufferpool.Put(page)
	_, err := page.WriteTo(w)
	return err
}

func (e *exporter) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	page := bytebufferpool.Get()
	for _, f := range e.families {
		if only := r.URL.Query().Get("name"); only != "" && only != f.name {
			continue
		}
		page.B = f.appendTo(page.B)
	}
	if page.Len() == 0 {
		bytebufferpool.Put(page)
		http.NotFound(w, r)
		return
	}
	w.Header().Set("Content-Type", "text/plain; version=0.0.4")
	if err := emit(w, page); err != nil {
		e.scrapes.add(`result="error"`, 1)
		return
	}
	e.scrapes.add(`result="ok"`, 1)
	e.bytes.add("", float64(page.Len()))
}

func main() {
	requests := &family{name: "requests_total", help: "Requests.", kind: "counter"}
	depth := &family{name: "queue_depth", help: "Depth.", kind: "gauge"}
	e := &exporter{families: []*family{requests, depth}}
	for i := range 20 {
		requests.add(fmt.Sprintf("code=%q", []string{"200", "404", "500"}[i%3]), 1)
		depth.add("", float64(i%5))
	}
	for _, path := range []string{"/metrics", "/metrics?name=queue_depth", "/metrics?name=none"} {
		rec := httptest.NewRecorder()
		e.ServeHTTP(rec, httptest.NewRequest("GET", path, nil))
		fmt.Println(rec.Code, rec.Body.Len())
	}
	fmt.Println(e.scrapes.series, e.bytes.series)
}
