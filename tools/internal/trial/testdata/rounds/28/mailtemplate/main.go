// truth: escape line 56 plain

// Command mailtemplate renders mails from templates, with a text and an HTML
// part, and queues them for the mailer.
package main

import (
	"bytes"
	"errors"
	"fmt"
	"html/template"
	"mime/quotedprintable"
	"strings"
	"sync"
)

var buffers = sync.Pool{New: func() any { return new(bytes.Buffer) }}

const maxKept = 32 << 10

type Mail struct {
	To      string
	Subject string
	Body    []byte
}

type Renderer struct {
	templates *template.Template
	footer    string
}

func NewRenderer(footer string) *Renderer {
	t := template.New("root")
	template.Must(t.New("welcome").Parse(`<p>Hello {{.Name}}, welcome to {{.Team}}.</p>`))
	template.Must(t.New("invoice").Parse(`<p>{{.Name}} owes {{.Amount}}</p>{{range .Items}}<li>{{.}}{{end}}`))
	return &Renderer{t, footer}
}

// HTML returns the HTML part of a mail.
func (r *Renderer) HTML(name string, data any) ([]byte, error) {
	t := r.templates.Lookup(name)
	if t == nil {
		return nil, fmt.Errorf("no template %q", name)
	}
	buf := buffers.Get().(*bytes.Buffer)
	buf.Reset()
	defer func() {
		if buf.Cap() <= maxKept {
			buffers.Put(buf)
		}
	}()
	if err := t.Execute(buf, data); err != nil {
		return nil, err
	}
	buf.WriteString(r.footer)
	return bytes.TrimSpace(buf.Bytes()), nil
}

func (r *Renderer) encode(part []byte) (string, error) {
	buf := buffers.Get().(*bytes.Buffer)
	buf.Reset()
	defer buffers.Put(buf)
	qp := quotedprintable.NewWriter(buf)
	if _, err := qp.Write(part); err != nil {
		return "", err
	}
	if err := qp.Close(); err != nil {
		return "", err
	}
	return buf.String(), nil
}

type Mailer struct {
	mu     sync.Mutex
	queued []Mail
}

var errNoRecipient = errors.New("mail has no recipient")

func (m *Mailer) Queue(mail Mail) error {
	if mail.To == "" {
		return errNoRecipient
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	m.queued = append(m.queued, mail)
	return nil
}

func (m *Mailer) Flush(r *Renderer) (sizes []int, err error) {
	m.mu.Lock()
	queued := m.queued
	m.queued = nil
	m.mu.Unlock()
	for _, mail := range queued {
		text, err := r.encode(mail.Body)
		if err != nil {
			return sizes, err
		}
		sizes = append(sizes, len(text)+strings.Count(text, "=3D"))
	}
	return sizes, nil
}

func main() {
	r := NewRenderer("<hr>\n<small>a=b</small>\n")
	var m Mailer
	for _, job := range []struct {
		to, template string
		data         map[string]any
	}{
		{"ann@x", "welcome", map[string]any{"Name": "Ann", "Team": "<core>"}},
		{"bob@x", "invoice", map[string]any{"Name": "Bob", "Amount": 12, "Items": []string{"a", "b"}}},
		{"", "welcome", map[string]any{"Name": "Nobody", "Team": "none"}},
		{"cyd@x", "farewell", nil},
	} {
		body, err := r.HTML(job.template, job.data)
		if err == nil {
			err = m.Queue(Mail{job.to, job.template, body})
		}
		if err != nil {
			fmt.Println(err)
		}
	}
	fmt.Println(m.Flush(r))
}
