// truth: escape line 60 plain

// Command mailtemplate renders notification mails as MIME parts.
package main

import (
	"bytes"
	"errors"
	"fmt"
	"mime/quotedprintable"
	"strings"
	"sync"
)

var bodies = sync.Pool{New: func() any { return new(bytes.Buffer) }}

type part struct {
	kind string
	body []byte
}

type notice struct {
	user  string
	lines []string
	html  bool
}

var errEmpty = errors.New("nothing to say")

// plain returns the text part.
func plain(n notice) (part, error) {
	buf := bodies.Get().(*bytes.Buffer)
	defer bodies.Put(buf)
	buf.Reset()
	fmt.Fprintf(buf, "Dear %s,\n", n.user)
	for _, l := range n.lines {
		buf.WriteString(l)
		buf.WriteByte('\n')
	}
	return part{"text/plain", bytes.Clone(buf.Bytes())}, nil
}

// rich returns the HTML part, quoted for the wire.
func rich(n notice) (part, error) {
	buf := bodies.Get().(*bytes.Buffer)
	defer bodies.Put(buf)
	buf.Reset()
	q := quotedprintable.NewWriter(buf)
	fmt.Fprintf(q, "<p>Dear %s,</p><ul>", n.user)
	for _, l := range n.lines {
		if strings.ContainsAny(l, "<>&") {
			return part{}, fmt.Errorf("line %q needs escaping", l)
		}
		fmt.Fprintf(q, "<li>%s</li>", l)
	}
	fmt.Fprint(q, "</ul>")
	if err := q.Close(); err != nil {
		return part{}, err
	}
	return part{kind: "text/html", body: buf.Bytes()}, nil
}

func compose(n notice) ([]part, error) {
	if len(n.lines) == 0 {
		return nil, errEmpty
	}
	text, err := plain(n)
	if err != nil {
		return nil, err
	}
	parts := []part{text}
	if n.html {
		h, err := rich(n)
		if err != nil {
			return nil, err
		}
		parts = append(parts, h)
	}
	return parts, nil
}

func main() {
	for _, n := range []notice{
		{"ada", []string{"disk is full", "cpu is hot"}, true},
		{"bob", []string{"1 < 2"}, true},
		{"cyd", nil, false},
		{"dan", []string{"all is well"}, false},
	} {
		parts, err := compose(n)
		if err != nil {
			fmt.Println(n.user, err)
			continue
		}
		for _, p := range parts {
			fmt.Println(n.user, p.kind, len(p.body))
		}
	}
}
