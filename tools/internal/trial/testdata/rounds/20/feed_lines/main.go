// truth: escape line 64 hard

// A feed of products is split into lines that workers parse.
package main

import (
	"bytes"
	"fmt"
	"io"
	"strings"
	"sync"
)

var blocks = sync.Pool{New: func() any { b := make([]byte, 64); return &b }}

type item struct {
	number int
	line   []byte
}

type feed struct {
	items   chan item
	wg      sync.WaitGroup
	mu      sync.Mutex
	fields  map[string]int
	carried []byte
}

func newFeed(workers int) *feed {
	f := &feed{items: make(chan item, 16), fields: map[string]int{}}
	for range workers {
		f.wg.Go(f.work)
	}
	return f
}

func (f *feed) work() {
	for i := range f.items {
		key, _, ok := strings.Cut(string(i.line), "=")
		f.mu.Lock()
		if ok {
			f.fields[key]++
		}
		f.mu.Unlock()
	}
}

// read reads one block, and keeps the line that is not complete.
func (f *feed) read(r io.Reader, number *int) error {
	block := blocks.Get().(*[]byte)
	defer blocks.Put(block)
	n, err := r.Read(*block)
	rest := (*block)[:n]
	for {
		line, after, ok := bytes.Cut(rest, []byte("\n"))
		if !ok {
			break
		}
		if len(f.carried) > 0 {
			line = append(f.carried, line...)
			f.carried = nil
		}
		*number++
		f.items <- item{*number, line}
		rest = after
	}
	f.carried = append(f.carried, rest...)
	return err
}

func (f *feed) load(r io.Reader) (lines int, err error) {
	for err == nil {
		err = f.read(r, &lines)
	}
	if err == io.EOF {
		err = nil
	}
	close(f.items)
	f.wg.Wait()
	return lines, err
}

func main() {
	var text strings.Builder
	for i := range 60 {
		fmt.Fprintf(&text, "product%d=%d\n", i%4, i)
	}
	f := newFeed(2)
	fmt.Println(f.load(strings.NewReader(text.String())))
	fmt.Println(len(f.fields) >= 4)
}
