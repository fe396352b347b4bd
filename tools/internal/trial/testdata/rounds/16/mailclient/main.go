// truth: unflushed line 51 plain

package main

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"
	"sync"
)

var writers = sync.Pool{New: func() any { return bufio.NewWriterSize(io.Discard, 64) }}

var errRecipient = errors.New("no recipient")

type outgoing struct {
	from string
	to   []string
	body string
}

type client struct {
	helo string
	conn io.Writer
	sent int
}

// dots doubles leading dots, as SMTP wants.
func dots(w *bufio.Writer, body string) {
	for line := range strings.Lines(body) {
		if strings.HasPrefix(line, ".") {
			w.WriteByte('.')
		}
		w.WriteString(strings.TrimRight(line, "\r\n"))
		w.WriteString("\r\n")
	}
	w.WriteString(".\r\n")
}

func (c *client) deliver(m *outgoing) error {
	if len(m.to) == 0 {
		return errRecipient
	}
	w := writers.Get().(*bufio.Writer)
	w.Reset(c.conn)
	defer func() {
		w.Reset(io.Discard)
		writers.Put(w)
	}()
	if c.sent == 0 {
		fmt.Fprintf(w, "EHLO %s\r\n", c.helo)
	}
	fmt.Fprintf(w, "MAIL FROM:<%s>\r\n", m.from)
	for _, to := range m.to {
		if _, err := fmt.Fprintf(w, "RCPT TO:<%s>\r\n", to); err != nil {
			return fmt.Errorf("rcpt %s: %w", to, err)
		}
	}
	if _, err := w.WriteString("DATA\r\n"); err != nil {
		return err
	}
	dots(w, m.body)
	c.sent++
	return nil
}

func main() {
	var wire bytes.Buffer
	c := &client{helo: "mx.example.com", conn: &wire}
	for _, m := range []*outgoing{
		{"a@x", []string{"b@y", "c@y"}, "hello\n.hidden\n"},
		{"a@x", nil, "nobody"},
		{"d@x", []string{"e@y"}, strings.Repeat("line of text\n", 10)},
	} {
		if err := c.deliver(m); err != nil {
			fmt.Println(err)
		}
	}
	text := wire.String()
	fmt.Println(c.sent, strings.Count(text, "\r\n.\r\n"), strings.HasSuffix(text, ".\r\n"))
}
