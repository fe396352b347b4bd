// truth: use-after-release line 54 hard

// Command multipart renders the sections of a mail and joins them.
package main

import (
	"bytes"
	"fmt"
	"log"
	"strings"
	"sync"
)

var scratch = sync.Pool{New: func() any { return new(bytes.Buffer) }}

type Section struct {
	Type string
	Text string
}

func (s Section) render(buf *bytes.Buffer) error {
	if s.Type == "" {
		return fmt.Errorf("section %.10q has no type", s.Text)
	}
	fmt.Fprintf(buf, "Content-Type: %s\r\n", s.Type)
	fmt.Fprintf(buf, "Content-Length: %d\r\n\r\n", len(s.Text))
	buf.WriteString(s.Text)
	return nil
}

func renderInto(s Section, parts [][]byte) ([][]byte, error) {
	buf := scratch.Get().(*bytes.Buffer)
	buf.Reset()
	defer scratch.Put(buf)
	if err := s.render(buf); err != nil {
		return parts, err
	}
	return append(parts, bytes.TrimSpace(bytes.Clone(buf.Bytes()))), nil
}

// Join renders the sections between lines with the boundary.
func Join(boundary string, sections ...Section) (string, error) {
	parts := make([][]byte, 0, len(sections))
	for _, s := range sections {
		buf := scratch.Get().(*bytes.Buffer)
		buf.Reset()
		if err := s.render(buf); err != nil {
			scratch.Put(buf)
			return "", err
		}
		parts = append(parts, buf.Bytes())
		scratch.Put(buf)
	}
	return string(bytes.Join(parts, []byte("\r\n--"+boundary+"\r\n"))), nil
}

func main() {
	html := Section{"text/html", "<p>hello</p>"}
	parts, err := renderInto(html, nil)
	if err != nil || !bytes.HasSuffix(parts[0], []byte("</p>")) {
		log.Fatal(parts, err)
	}
	if _, err := Join("b", Section{Text: "untyped"}); err == nil {
		log.Fatal("no error")
	}
	mail, err := Join("b", Section{"text/plain", "hello"}, html, Section{"text/calendar", "BEGIN:VEVENT"})
	if err != nil {
		log.Fatal(err)
	}
	for _, want := range []string{"text/plain", "text/html", "text/calendar"} {
		if !strings.Contains(mail, want) {
			log.Fatalf("no %s in %q", want, mail)
		}
	}
	fmt.Println(mail)
}
