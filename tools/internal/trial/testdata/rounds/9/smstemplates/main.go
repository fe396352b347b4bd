// truth: correct
package main

import (
	"errors"
	"fmt"
	"strings"

	"github.com/valyala/bytebufferpool"
)

type part struct {
	literal string
	field   string
}

type template []part

var texts bytebufferpool.Pool

func parse(s string) (t template, err error) {
	for s != "" {
		lit, rest, ok := strings.Cut(s, "{")
		if lit != "" {
			t = append(t, part{literal: lit})
		}
		if !ok {
			break
		}
		field, rest, ok := strings.Cut(rest, "}")
		if !ok {
			return nil, errors.New("missing }")
		}
		t = append(t, part{field: field})
		s = rest
	}
	return t, nil
}

// expand returns the text in a buffer that the caller must put back, or nil.
func (t template) expand(vars map[string]string) (*bytebufferpool.ByteBuffer, error) {
	b := texts.Get()
	for _, p := range t {
		if p.field == "" {
			b.WriteString(p.literal)
			continue
		}
		v, ok := vars[p.field]
		if !ok {
			texts.Put(b)
			return nil, fmt.Errorf("no value for %s", p.field)
		}
		b.WriteString(v)
	}
	return b, nil
}

type sms struct {
	to    string
	parts []string
}

func (t template) compose(to string, vars map[string]string, max int) (sms, error) {
	b, err := t.expand(vars)
	if err != nil {
		return sms{}, fmt.Errorf("%s: %w", to, err)
	}
	m := sms{to: to}
	for p := b.B; len(p) > 0; {
		n := min(max, len(p))
		m.parts = append(m.parts, string(p[:n]))
		p = p[n:]
	}
	texts.Put(b)
	return m, nil
}

func main() {
	if _, err := parse("hello {name"); err != nil {
		fmt.Println(err)
	}
	t, err := parse("Hello {name}, your parcel {id} is on its way.")
	if err != nil {
		fmt.Println(err)
		return
	}
	for i, name := range []string{"Ann", "Bob", ""} {
		vars := map[string]string{"name": name}
		if i != 1 {
			vars["id"] = fmt.Sprint(1000 + i)
		}
		m, err := t.compose(fmt.Sprint("+44", i), vars, 20)
		fmt.Println(len(m.parts), err)
	}
}
