// truth: correct

// Command mailtemplate renders mails and hands them to a spool.
package main

import (
	"errors"
	"fmt"
	"text/template"

	"github.com/valyala/bytebufferpool"
)

var (
	subject = template.Must(template.New("subject").Parse("Hello {{.Name}}"))
	body    = template.Must(template.New("body").Parse("Dear {{.Name}},\n{{range .Items}}- {{.}}\n{{end}}"))
)

type customer struct {
	Name  string
	Items []string
}

type mail struct {
	subject string
	body    *bytebufferpool.ByteBuffer
}

func (m *mail) discard() {
	if m.body != nil {
		bytebufferpool.Put(m.body)
		m.body = nil
	}
}

var errNobody = errors.New("no recipient")

func text(t *template.Template, c customer) (string, error) {
	b := bytebufferpool.Get()
	defer bytebufferpool.Put(b)
	if err := t.Execute(b, c); err != nil {
		return "", err
	}
	return b.String(), nil
}

func compose(c customer) (*mail, error) {
	s, err := text(subject, c)
	if err != nil {
		return nil, err
	}
	m := &mail{subject: s, body: bytebufferpool.Get()}
	if c.Name == "" {
		m.discard()
		return nil, errNobody
	}
	if err := body.Execute(m.body, c); err != nil {
		m.discard()
		return nil, err
	}
	return m, nil
}

type spool struct {
	waiting []*mail
	sent    int
}

func (s *spool) add(m *mail) {
	if len(s.waiting) == cap(s.waiting) {
		s.flush()
	}
	s.waiting = append(s.waiting, m)
}

func (s *spool) flush() {
	for i, m := range s.waiting {
		fmt.Printf("%s: %d bytes, begins %q\n", m.subject, m.body.Len(), m.body.B[:8])
		m.discard()
		s.waiting[i] = nil
		s.sent++
	}
	s.waiting = s.waiting[:0]
}

func main() {
	s := &spool{waiting: make([]*mail, 0, 2)}
	defer func() {
		s.flush()
		fmt.Println(s.sent)
	}()
	for _, c := range []customer{{"Ann", []string{"pen"}}, {}, {"Bob", nil}, {"Carl", []string{"ink", "cup"}}} {
		m, err := compose(c)
		if err != nil {
			fmt.Println(err)
			continue
		}
		s.add(m)
	}
}
