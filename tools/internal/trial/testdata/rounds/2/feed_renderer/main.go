// truth: correct
package main

import (
	"errors"
	"fmt"
	"html"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"

	"github.com/valyala/bytebufferpool"
)

type item struct{ Title, Link string }

var errNoLink = errors.New("item without link")

func writeItem(b *bytebufferpool.ByteBuffer, it item) error {
	if it.Link == "" {
		return fmt.Errorf("%q: %w", it.Title, errNoLink)
	}
	b.B = fmt.Appendf(b.B, "<item><title>%s</title><link>%s</link></item>",
		html.EscapeString(it.Title), html.EscapeString(it.Link))
	return nil
}

// render returns a buffer that the caller puts back.
func render(items []item) (*bytebufferpool.ByteBuffer, error) {
	b := bytebufferpool.Get()
	_, _ = b.WriteString("<rss>")
	for _, it := range items {
		if err := writeItem(b, it); err != nil {
			bytebufferpool.Put(b)
			return nil, err
		}
	}
	_, _ = b.WriteString("</rss>")
	return b, nil
}

// feed remembers the last page that could be rendered.
type feed struct {
	mu    sync.Mutex
	items []item
	last  string
}

func (f *feed) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	f.mu.Lock()
	defer f.mu.Unlock()
	b, err := render(f.items)
	if err != nil {
		w.Header().Set("Warning", "110 - "+err.Error())
		_, _ = io.WriteString(w, f.last)
		return
	}
	defer bytebufferpool.Put(b)
	if string(b.B) != f.last {
		f.last = b.String()
	}
	_, _ = b.WriteTo(w)
}

func main() {
	f := &feed{items: []item{{"a & b", "/1"}, {"c", "/2"}}}
	get := func() {
		rec := httptest.NewRecorder()
		f.ServeHTTP(rec, httptest.NewRequest("GET", "/feed", nil))
		fmt.Println(rec.Body.String(), strings.Contains(rec.Header().Get("Warning"), "link"))
	}
	get()
	f.items = append(f.items, item{Title: "d"})
	get()
	f.items = f.items[:1]
	get()
}
