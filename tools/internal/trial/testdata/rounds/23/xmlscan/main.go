// truth: reset line 34,42 callee

// Command xmlscan counts the elements of small documents.
package main

import (
	"errors"
	"fmt"
	"strings"
	"sync"
)

type position struct {
	line, column int
}

type scanner struct {
	input  string
	pos    position
	stack  []string
	counts map[string]int
	strict bool
}

var scanners = sync.Pool{New: func() any { return &scanner{counts: map[string]int{}} }}

func getScanner(input string) *scanner {
	s := scanners.Get().(*scanner)
	s.input = input
	s.pos = position{1, 1}
	return s
}

func (s *scanner) rewind() {
	s.input = ""
	clear(s.counts)
	s.strict = false
}

func putScanner(s *scanner) {
	s.rewind()
	scanners.Put(s)
}

var (
	errEnd   = errors.New("unexpected end")
	errMatch = errors.New("tags do not match")
)

func (s *scanner) advance(n int) {
	for _, c := range s.input[:n] {
		if c == '\n' {
			s.pos = position{s.pos.line + 1, 1}
			continue
		}
		s.pos.column++
	}
	s.input = s.input[n:]
}

func (s *scanner) scan() error {
	for {
		i := strings.IndexByte(s.input, '<')
		if i < 0 {
			if len(s.stack) > 0 && s.strict {
				return errEnd
			}
			return nil
		}
		s.advance(i + 1)
		j := strings.IndexByte(s.input, '>')
		if j < 0 {
			return errEnd
		}
		name := s.input[:j]
		s.advance(j + 1)
		if !strings.HasPrefix(name, "/") {
			s.stack = append(s.stack, name)
			s.counts[name]++
			continue
		}
		if len(s.stack) == 0 || s.stack[len(s.stack)-1] != name[1:] {
			return errMatch
		}
		s.stack = s.stack[:len(s.stack)-1]
	}
}

func count(doc, element string, strict bool) (int, error) {
	s := getScanner(doc)
	defer putScanner(s)
	s.strict = strict
	if err := s.scan(); err != nil {
		return 0, fmt.Errorf("line %d, column %d: %w", s.pos.line, s.pos.column, err)
	}
	return s.counts[element], nil
}

func main() {
	for _, doc := range []string{
		"<a><b></b><b></b></a>",
		"<a>\n<b></a>",
		"<a><b></b></a>",
		"<a",
		"<list><b></b></list>",
	} {
		n, err := count(doc, "b", true)
		fmt.Println(n, err)
	}
}
