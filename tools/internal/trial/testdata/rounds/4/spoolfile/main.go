// truth: double-release line 42,63,67 hard

// Spoolfile sends spooled documents to printers page by page.
package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"strings"
	"sync"
)

var readers = sync.Pool{New: func() any { return bufio.NewReaderSize(nil, 64) }}

// A Spool reads a document. It has a reader until it is closed.
type Spool struct {
	name  string
	in    *bufio.Reader
	pages int
}

func OpenSpool(name string, r io.Reader) *Spool {
	in := readers.Get().(*bufio.Reader)
	in.Reset(r)
	return &Spool{name: name, in: in}
}

// Page returns the next page. After the last one the error is io.EOF.
func (s *Spool) Page() (string, error) {
	page, err := s.in.ReadString('\f')
	if err != nil && page == "" {
		return "", err
	}
	s.pages++
	return strings.TrimSuffix(page, "\f"), nil
}

func (s *Spool) Close() error {
	s.in.Reset(nil)
	readers.Put(s.in)
	return nil
}

type Printer struct {
	printed []string
	jam     int
}

var errJam = errors.New("paper jam")

func (p *Printer) print(page string) error {
	if len(p.printed) == p.jam {
		p.jam += 100
		return errJam
	}
	p.printed = append(p.printed, page)
	return nil
}

func (p *Printer) Run(s *Spool) (err error) {
	defer s.Close()
	for {
		page, err := s.Page()
		if err == io.EOF {
			return s.Close()
		}
		if err != nil {
			return fmt.Errorf("%s: %w", s.name, err)
		}
		if err := p.print(page); err != nil {
			return fmt.Errorf("%s, page %d: %w", s.name, s.pages, err)
		}
	}
}

func main() {
	p := &Printer{jam: 4}
	for i, text := range []string{"one\ftwo\fthree", "", "four\ffive\fsix"} {
		if err := p.Run(OpenSpool(fmt.Sprint("doc", i), strings.NewReader(text))); err != nil {
			fmt.Println(err)
		}
	}
	shared := 0
	for range 50 {
		if err := p.Run(OpenSpool("empty", strings.NewReader(""))); err != nil {
			fmt.Println(err)
		}
		a, b := OpenSpool("a", strings.NewReader("")), OpenSpool("b", strings.NewReader(""))
		if a.in == b.in {
			shared++
		}
		a.Close()
		b.Close()
	}
	fmt.Println(p.printed, shared > 0)
}
