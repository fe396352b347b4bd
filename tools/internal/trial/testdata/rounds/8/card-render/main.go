// truth: double-release line 49,50 callee
package main

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"sync"
	"text/template"
)

type renderer struct {
	pool  sync.Pool
	cards *template.Template
}

func newRenderer() *renderer {
	r := &renderer{cards: template.Must(template.New("card").Parse("<b>{{.Name}}</b>{{if .Limit}} {{index .Tags .Limit}}{{end}}\n"))}
	r.pool.New = func() any { return new(bytes.Buffer) }
	return r
}

func (r *renderer) acquire() *bytes.Buffer {
	b := r.pool.Get().(*bytes.Buffer)
	b.Reset()
	return b
}

func (r *renderer) release(b *bytes.Buffer) { r.pool.Put(b) }

type card struct {
	Name  string
	Tags  []string
	Limit int
}

// execute fills b, or gives it back if the template fails.
func (r *renderer) execute(b *bytes.Buffer, c card) error {
	if err := r.cards.Execute(b, c); err != nil {
		r.release(b)
		return fmt.Errorf("card %s: %w", c.Name, err)
	}
	return nil
}

func (r *renderer) render(w io.Writer, c card) error {
	b := r.acquire()
	defer r.release(b)
	if err := r.execute(b, c); err != nil {
		return err
	}
	_, err := b.WriteTo(w)
	return err
}

// compare renders two cards side by side.
func (r *renderer) compare(x, y card) bool {
	a, b := r.acquire(), r.acquire()
	r.cards.Execute(a, x)
	r.cards.Execute(b, y)
	same := bytes.Equal(a.Bytes(), b.Bytes())
	r.release(a)
	r.release(b)
	return same
}

func main() {
	r := newRenderer()
	cards := []card{{Name: "ann"}, {Name: "bob", Tags: []string{"x"}, Limit: 5}}
	for _, c := range cards {
		if err := r.render(os.Stdout, c); err != nil {
			fmt.Println(err)
		}
	}
	for range 3 {
		if r.compare(card{Name: "ann"}, card{Name: "cid"}) {
			panic("different cards are the same")
		}
	}
}
