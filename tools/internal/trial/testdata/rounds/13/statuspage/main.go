// truth: correct
package main

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"

	"github.com/valyala/bytebufferpool"
)

type node struct {
	name string
	up   bool
	load float64
}

// A page is rendered first, and written only if that succeeded.
type page struct {
	buf *bytebufferpool.ByteBuffer
	n   int
}

func newPage(title string) *page {
	p := &page{buf: bytebufferpool.Get()}
	fmt.Fprintf(p.buf, "<h1>%s</h1>\n", title)
	return p
}

func (p *page) row(n node) error {
	if n.load < 0 || n.load > 100 {
		return fmt.Errorf("node %s: load %g", n.name, n.load)
	}
	state := "down"
	if n.up {
		state = "up"
	}
	fmt.Fprintf(p.buf, "<p>%s %s %.1f</p>\n", n.name, state, n.load)
	p.n++
	return nil
}

func (p *page) WriteTo(w io.Writer) (int64, error) { return p.buf.WriteTo(w) }

func (p *page) close() {
	if p.buf != nil {
		bytebufferpool.Put(p.buf)
		p.buf = nil
	}
}

func render(title string, nodes []node) (*page, error) {
	p := newPage(title)
	for _, n := range nodes {
		if err := p.row(n); err != nil {
			p.close()
			return nil, err
		}
	}
	return p, nil
}

type monitor struct {
	nodes map[string][]node
	last  string
}

func (m *monitor) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	site := strings.TrimPrefix(r.URL.Path, "/")
	p, err := render(site, m.nodes[site])
	if err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	defer p.close()
	if p.n == 0 {
		http.NotFound(w, r)
		return
	}
	m.last = p.buf.String()
	if _, err := p.WriteTo(w); err != nil {
		m.last = ""
	}
}

func main() {
	m := &monitor{nodes: map[string][]node{
		"fra": {{"fra1", true, 40}, {"fra2", false, 0}},
		"ams": {{"ams1", true, 120}},
	}}
	for _, path := range []string{"/fra", "/ams", "/lon"} {
		rec := httptest.NewRecorder()
		m.ServeHTTP(rec, httptest.NewRequest("GET", path, nil))
		fmt.Println(path, rec.Code, rec.Body.Len(), len(m.last))
	}
}
