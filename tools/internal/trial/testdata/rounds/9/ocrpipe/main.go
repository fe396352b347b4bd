// truth: correct
package main

import (
	"errors"
	"fmt"
	"strings"

	"github.com/rcpool/rcpool"
)

type Page struct {
	N     int
	Gray  []byte
	Words []string
}

func (p *Page) Reset() {
	p.N = 0
	p.Gray = p.Gray[:0]
	clear(p.Words)
	p.Words = p.Words[:0]
}

var pages rcpool.Pool[Page]

type stage func(*Page) error

// connect runs s for each page of in. A page that s refuses goes no further.
func connect(in <-chan rcpool.Ref[Page], s stage, errs chan<- error) <-chan rcpool.Ref[Page] {
	out := make(chan rcpool.Ref[Page], 2)
	go func() {
		defer close(out)
		for page := range in {
			if err := s(page.Value()); err != nil {
				page.Release()
				errs <- err
				continue
			}
			out <- page
		}
	}()
	return out
}

func scan(n int) <-chan rcpool.Ref[Page] {
	out := make(chan rcpool.Ref[Page])
	go func() {
		defer close(out)
		for i := range n {
			page := pages.Get()
			page.Value().N = i
			for j := range 32 {
				page.Value().Gray = append(page.Value().Gray, byte(i*j))
			}
			out <- page
		}
	}()
	return out
}

func binarize(p *Page) error {
	for i, g := range p.Gray {
		p.Gray[i] = g >> 7
	}
	return nil
}

var errBlank = errors.New("blank page")

func recognize(p *Page) error {
	run := 0
	for _, bit := range p.Gray {
		if bit == 1 {
			run++
		} else if run > 0 {
			p.Words = append(p.Words, strings.Repeat("x", run))
			run = 0
		}
	}
	if len(p.Words) == 0 {
		return fmt.Errorf("page %d: %w", p.N, errBlank)
	}
	return nil
}

func main() {
	errs := make(chan error, 64)
	words := 0
	ch := scan(30)
	for _, s := range []stage{binarize, recognize} {
		ch = connect(ch, s, errs)
	}
	for page := range ch {
		words += len(page.Value().Words)
		page.Release()
	}
	fmt.Println("words", words, "blank", len(errs))
}
