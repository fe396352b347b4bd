// truth: escape line 45 callee
package main

import (
	"bytes"
	"fmt"
	"io"
	"strings"
	"sync"
)

var partBufs = sync.Pool{New: func() any { return bytes.NewBuffer(make([]byte, 0, 2048)) }}

type attachment struct {
	name    string
	content []byte
	mime    string
}

func (a *attachment) setContent(p []byte) {
	a.content = p
	a.mime = "text/plain"
	if bytes.HasPrefix(p, []byte("{")) {
		a.mime = "application/json"
	}
}

type mail struct {
	attachments []*attachment
	size        int
}

func (m *mail) attach(name string, r io.Reader, max int) error {
	buf := partBufs.Get().(*bytes.Buffer)
	buf.Reset()
	defer partBufs.Put(buf)
	n, err := io.Copy(buf, io.LimitReader(r, int64(max)+1))
	if err != nil {
		return err
	}
	if n > int64(max) {
		return fmt.Errorf("%s: more than %d bytes", name, max)
	}
	a := &attachment{name: name}
	a.setContent(buf.Bytes())
	m.attachments = append(m.attachments, a)
	m.size += int(n)
	return nil
}

func (m *mail) WriteTo(w io.Writer) (int64, error) {
	total := int64(0)
	for _, a := range m.attachments {
		n, err := fmt.Fprintf(w, "--- %s (%s)\n%s\n", a.name, a.mime, a.content)
		total += int64(n)
		if err != nil {
			return total, err
		}
	}
	return total, nil
}

func main() {
	var m mail
	for i, text := range []string{`{"a":1}`, "hello", "too long for this mail", "bye"} {
		if err := m.attach(fmt.Sprint("f", i), strings.NewReader(text), 12); err != nil {
			fmt.Println(err)
		}
	}
	var out strings.Builder
	m.WriteTo(&out)
	fmt.Print(out.String())
}
