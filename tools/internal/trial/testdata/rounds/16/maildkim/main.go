// truth: double-release line 75 callee

package main

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"fmt"
	"strings"
	"sync"
)

var buffers = sync.Pool{New: func() any { return new(bytes.Buffer) }}

func getBuffer() *bytes.Buffer {
	b := buffers.Get().(*bytes.Buffer)
	b.Reset()
	return b
}

func putBuffer(b *bytes.Buffer) {
	if b.Cap() > 1<<16 {
		return
	}
	buffers.Put(b)
}

var errHeader = errors.New("no From header")

type header struct{ name, value string }

type mail struct {
	headers []header
	body    string
}

// relaxed writes the canonical form of the headers.
func relaxed(b *bytes.Buffer, m *mail) error {
	found := false
	for _, h := range m.headers {
		name := strings.ToLower(h.name)
		found = found || name == "from"
		b.WriteString(name)
		b.WriteByte(':')
		b.WriteString(strings.Join(strings.Fields(h.value), " "))
		b.WriteString("\r\n")
	}
	if !found {
		return errHeader
	}
	return nil
}

// digest hashes the canonical text.
func digest(b *bytes.Buffer) string {
	sum := sha256.Sum256(b.Bytes())
	putBuffer(b)
	return base64.StdEncoding.EncodeToString(sum[:])
}

func sign(m *mail, domain string) (string, error) {
	b := getBuffer()
	if err := relaxed(b, m); err != nil {
		putBuffer(b)
		return "", err
	}
	heads := digest(b)

	b = getBuffer()
	b.WriteString(strings.TrimRight(m.body, "\r\n"))
	b.WriteString("\r\n")
	body := digest(b)
	putBuffer(b)
	return fmt.Sprintf("v=1; d=%s; bh=%s; b=%s", domain, body, heads), nil
}

func main() {
	mails := []*mail{
		{[]header{{"From", "a  b <a@x>"}, {"Subject", " hi  there"}}, "text\r\n\r\n"},
		{[]header{{"Subject", "lost"}}, "text"},
		{[]header{{"FROM", "c@x"}}, strings.Repeat("long text ", 200)},
	}
	var wg sync.WaitGroup
	out := make([]string, len(mails))
	for i, m := range mails {
		wg.Go(func() {
			s, err := sign(m, "example.com")
			if err != nil {
				s = err.Error()
			}
			out[i] = s
		})
	}
	wg.Wait()
	for _, s := range out {
		fmt.Println(s)
	}
	a, b := getBuffer(), getBuffer()
	fmt.Println(a == b)
}
