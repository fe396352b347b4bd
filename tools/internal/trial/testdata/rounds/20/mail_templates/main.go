// truth: correct

// Mails are rendered from templates into pooled buffers.
package main

import (
	"errors"
	"fmt"
	"io"
	"strings"
	"sync"

	"github.com/valyala/bytebufferpool"
)

type part interface {
	render(w *bytebufferpool.ByteBuffer, vars map[string]string) error
}

type text string

func (t text) render(w *bytebufferpool.ByteBuffer, _ map[string]string) error {
	w.WriteString(string(t))
	return nil
}

type field struct{ name string }

func (f field) render(w *bytebufferpool.ByteBuffer, vars map[string]string) error {
	v, ok := vars[f.name]
	if !ok {
		return errors.New("no value of " + f.name)
	}
	w.WriteString(v)
	return nil
}

type quoted struct{ parts []part }

func (q quoted) render(w *bytebufferpool.ByteBuffer, vars map[string]string) error {
	inner := bytebufferpool.Get()
	defer bytebufferpool.Put(inner)
	if err := renderAll(inner, q.parts, vars); err != nil {
		return fmt.Errorf("quoted: %w", err)
	}
	for line := range strings.Lines(inner.String()) {
		w.WriteString("> " + line)
	}
	return nil
}

func renderAll(w *bytebufferpool.ByteBuffer, parts []part, vars map[string]string) error {
	for _, p := range parts {
		if err := p.render(w, vars); err != nil {
			return err
		}
	}
	return nil
}

type mail struct {
	to   string
	body *bytebufferpool.ByteBuffer
}

func compose(to string, parts []part, vars map[string]string) (mail, error) {
	b := bytebufferpool.Get()
	if err := renderAll(b, parts, vars); err != nil {
		bytebufferpool.Put(b)
		return mail{}, err
	}
	return mail{to, b}, nil
}

func (m mail) send(w io.Writer) error {
	defer bytebufferpool.Put(m.body)
	_, err := m.body.WriteTo(w)
	return err
}

func main() {
	letter := []part{text("Dear "), field{"name"}, text(",\n"), quoted{[]part{text("you wrote\n"), field{"quote"}}}, text("\n")}
	outbox := make(chan mail)
	var sent strings.Builder
	var wg sync.WaitGroup
	wg.Go(func() {
		for m := range outbox {
			to := m.to
			if err := m.send(&sent); err != nil {
				fmt.Println(to, err)
			}
		}
	})
	for i, vars := range []map[string]string{
		{"name": "Ann", "quote": "one\ntwo"}, {"quote": "no name"}, {"name": "Bob"}, {"name": "Cat", "quote": "three"},
	} {
		m, err := compose(fmt.Sprint("user", i), letter, vars)
		if err != nil {
			fmt.Println(i, err)
			continue
		}
		outbox <- m
	}
	close(outbox)
	wg.Wait()
	fmt.Print(sent.String())
}
