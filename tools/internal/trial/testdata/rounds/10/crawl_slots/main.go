// truth: wrong-pool line 38 plain
package main

import (
	"errors"
	"fmt"
	"io"
	"log"
	"strings"
	"sync"
)

const (
	headSize = 256
	bodySize = 4096
)

type slot struct {
	data []byte
}

type fetcher struct {
	heads  sync.Pool
	bodies sync.Pool
}

func newFetcher() *fetcher {
	f := new(fetcher)
	f.heads.New = func() any { return &slot{make([]byte, headSize)} }
	f.bodies.New = func() any { return &slot{make([]byte, bodySize)} }
	return f
}

var errHuge = errors.New("page is too large")

func (f *fetcher) charset(r io.Reader) (string, error) {
	head := f.heads.Get().(*slot)
	defer f.bodies.Put(head)
	n, err := io.ReadFull(r, head.data)
	if err != nil && err != io.ErrUnexpectedEOF {
		return "", err
	}
	_, after, ok := strings.Cut(string(head.data[:n]), "charset=")
	if !ok {
		return "latin1", nil
	}
	return strings.TrimRight(strings.Fields(after)[0], `">`), nil
}

func (f *fetcher) words(r io.Reader) (int, error) {
	body := f.bodies.Get().(*slot)
	defer f.bodies.Put(body)
	n, err := io.ReadFull(r, body.data)
	if err == nil {
		return 0, errHuge
	}
	if err != io.ErrUnexpectedEOF {
		return 0, err
	}
	return len(strings.Fields(string(body.data[:n]))), nil
}

func main() {
	f := newFetcher()
	page := `<meta charset=utf-8 > ` + strings.Repeat("word ", 200)
	for range 20 {
		c, err := f.charset(strings.NewReader(page))
		if err != nil || c != "utf-8" {
			log.Fatal(c, err)
		}
		n, err := f.words(strings.NewReader(page))
		if err != nil {
			log.Fatal(err)
		}
		fmt.Println(c, n)
	}
}
