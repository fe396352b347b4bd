// truth: correct
package main

import (
	"fmt"
	"html"
	"io"
	"net/http"
	"net/http/httptest"
	"sync"

	"github.com/valyala/bytebufferpool"
)

type item struct {
	ID    int
	Title string
	Cents int
}

// fragments keeps rendered rows. It owns its buffers.
type fragments struct {
	mu   sync.RWMutex
	rows map[int]*bytebufferpool.ByteBuffer
}

func (f *fragments) writeTo(id int, w io.Writer) (bool, error) {
	f.mu.RLock()
	defer f.mu.RUnlock()
	b, ok := f.rows[id]
	if !ok {
		return false, nil
	}
	_, err := w.Write(b.B)
	return true, err
}

func (f *fragments) store(id int, b *bytebufferpool.ByteBuffer) {
	f.mu.Lock()
	old := f.rows[id]
	f.rows[id] = b
	f.mu.Unlock()
	if old != nil {
		bytebufferpool.Put(old)
	}
}

func (f *fragments) invalidate(id int) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if b := f.rows[id]; b != nil {
		delete(f.rows, id)
		bytebufferpool.Put(b)
	}
}

type shop struct {
	items []item
	cache fragments
}

func (s *shop) render(it item) (*bytebufferpool.ByteBuffer, error) {
	b := bytebufferpool.Get()
	if it.Cents <= 0 {
		bytebufferpool.Put(b)
		return nil, fmt.Errorf("item %d has no price", it.ID)
	}
	fmt.Fprintf(b, "<li>%s: %d.%02d</li>\n", html.EscapeString(it.Title), it.Cents/100, it.Cents%100)
	return b, nil
}

func (s *shop) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	page := bytebufferpool.Get()
	defer bytebufferpool.Put(page)
	page.WriteString("<ul>\n")
	for _, it := range s.items {
		if ok, _ := s.cache.writeTo(it.ID, page); ok {
			continue
		}
		row, err := s.render(it)
		if err != nil {
			continue
		}
		page.Write(row.B)
		s.cache.store(it.ID, row)
	}
	page.WriteString("</ul>\n")
	w.Header().Set("Content-Length", fmt.Sprint(page.Len()))
	w.Write(page.B)
}

func main() {
	s := &shop{items: []item{{1, "mug <blue>", 1250}, {2, "gift", 0}, {3, "pen", 99}}}
	s.cache.rows = map[int]*bytebufferpool.ByteBuffer{}
	for i := range 3 {
		rec := httptest.NewRecorder()
		s.ServeHTTP(rec, httptest.NewRequest("GET", "/", nil))
		fmt.Print(rec.Body.String())
		if i == 1 {
			s.items[0].Cents = 1100
			s.cache.invalidate(1)
		}
	}
	for _, it := range s.items {
		s.cache.invalidate(it.ID)
	}
}
