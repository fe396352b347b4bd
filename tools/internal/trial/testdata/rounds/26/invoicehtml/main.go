// truth: correct

// Command invoicehtml renders invoices with templates into pooled buffers.
package main

import (
	"bytes"
	"errors"
	"fmt"
	"html/template"
	"io"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"sync"
)

var pages = sync.Pool{New: func() any { return new(bytes.Buffer) }}

func putPage(b *bytes.Buffer) {
	if b.Cap() > 64<<10 {
		return
	}
	b.Reset()
	pages.Put(b)
}

type Line struct {
	Text  string
	Cents int
}

func (l Line) Price() (string, error) {
	if l.Cents < 0 {
		return "", errors.New("negative price")
	}
	return fmt.Sprintf("%d.%02d", l.Cents/100, l.Cents%100), nil
}

type Invoice struct {
	Number string
	Lines  []Line
}

type renderer struct {
	tmpl  *template.Template
	cache sync.Map // of rendered pages by number
}

// render returns the page, which callers must not change.
func (r *renderer) render(inv *Invoice) ([]byte, error) {
	if page, ok := r.cache.Load(inv.Number); ok {
		return page.([]byte), nil
	}
	b := pages.Get().(*bytes.Buffer)
	defer putPage(b)
	if err := r.tmpl.Execute(b, inv); err != nil {
		return nil, fmt.Errorf("invoice %s: %w", inv.Number, err)
	}
	page := bytes.Clone(bytes.TrimSpace(b.Bytes()))
	r.cache.Store(inv.Number, page)
	return page, nil
}

type api struct {
	r        *renderer
	invoices map[string]*Invoice
}

func (a *api) ServeHTTP(w http.ResponseWriter, req *http.Request) {
	inv, ok := a.invoices[strings.TrimPrefix(req.URL.Path, "/invoices/")]
	if !ok {
		http.NotFound(w, req)
		return
	}
	page, err := a.r.render(inv)
	if err != nil {
		http.Error(w, "cannot render", http.StatusInternalServerError)
		return
	}
	w.Header().Set("Content-Length", strconv.Itoa(len(page)))
	_, _ = w.Write(page)
}

func main() {
	a := &api{
		r: &renderer{tmpl: template.Must(template.New("").Parse(
			`<h1>{{.Number}}</h1>{{range .Lines}}<p>{{.Text}} {{.Price}}</p>{{end}}`))},
		invoices: map[string]*Invoice{
			"7": {"7", []Line{{"tea & milk", 350}}},
			"8": {"8", []Line{{"refund", -1}}},
		},
	}
	for _, path := range []string{"7", "8", "9", "7"} {
		rec := httptest.NewRecorder()
		a.ServeHTTP(rec, httptest.NewRequest("GET", "/invoices/"+path, nil))
		body, _ := io.ReadAll(rec.Body)
		fmt.Println(rec.Code, strings.TrimSpace(string(body)))
	}
}
