// truth: correct

// Command mailmerge renders templates with conditionals into byte buffers.
package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/valyala/bytebufferpool"
)

type node interface {
	render(w *bytebufferpool.ByteBuffer, vars map[string]string) error
}

type (
	text string
	ref  struct {
		name   string
		filter func(string) string
	}
	cond struct {
		name string
		body []node
	}
)

var errMissing = errors.New("missing variable")

func (t text) render(w *bytebufferpool.ByteBuffer, _ map[string]string) error {
	_, err := w.WriteString(string(t))
	return err
}

func (r ref) render(w *bytebufferpool.ByteBuffer, vars map[string]string) error {
	v, ok := vars[r.name]
	if !ok {
		return fmt.Errorf("%w %s", errMissing, r.name)
	}
	if r.filter != nil {
		v = r.filter(v)
	}
	_, err := w.WriteString(v)
	return err
}

// render renders the body aside, so that a failure leaves nothing behind.
func (c cond) render(w *bytebufferpool.ByteBuffer, vars map[string]string) error {
	if vars[c.name] == "" {
		return nil
	}
	side := bytebufferpool.Get()
	defer bytebufferpool.Put(side)
	switch err := renderAll(side, c.body, vars); {
	case errors.Is(err, errMissing):
		return nil
	case err != nil:
		return err
	}
	_, err := w.Write(side.B)
	return err
}

func renderAll(w *bytebufferpool.ByteBuffer, nodes []node, vars map[string]string) error {
	for _, n := range nodes {
		if err := n.render(w, vars); err != nil {
			return err
		}
	}
	return nil
}

type template struct {
	nodes []node
	pool  bytebufferpool.Pool
}

func (t *template) execute(w io.Writer, vars map[string]string) (int64, error) {
	buf := t.pool.Get()
	defer t.pool.Put(buf)
	if err := renderAll(buf, t.nodes, vars); err != nil {
		return 0, err
	}
	return buf.WriteTo(w)
}

// String returns a copy that outlives the buffer.
func (t *template) str(vars map[string]string) (string, error) {
	buf := t.pool.Get()
	defer t.pool.Put(buf)
	err := renderAll(buf, t.nodes, vars)
	return buf.String(), err
}

func main() {
	t := &template{nodes: []node{
		text("Dear "), ref{"name", strings.ToUpper},
		cond{"order", []node{text(", order "), ref{name: "order"}, cond{"eta", []node{text(" by "), ref{name: "eta"}}}}},
		cond{"promo", []node{text(" use "), ref{name: "code"}}},
		text(".\n"),
	}}
	for _, vars := range []map[string]string{
		{"name": "ann", "order": "17", "eta": "noon"},
		{"name": "bob", "promo": "y"},
		{"order": "3"},
	} {
		if n, err := t.execute(os.Stdout, vars); err != nil {
			fmt.Println(n, err)
		}
	}
	s, err := t.str(map[string]string{"name": "eve"})
	fmt.Printf("%q %v\n", s, err)
}
