// truth: correct

package main

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
	"strings"
	"sync"

	"github.com/valyala/bytebufferpool"
)

// lines is fed by many goroutines; each writes whole lines.
type lines struct {
	mu  sync.Mutex
	out io.Writer
	n   int
}

func (l *lines) write(b *bytebufferpool.ByteBuffer) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	n, err := b.WriteTo(l.out)
	l.n += int(n)
	return err
}

func (l *lines) Encode(v any) error {
	b := bytebufferpool.Get()
	defer bytebufferpool.Put(b)
	if err := json.NewEncoder(b).Encode(v); err != nil {
		return fmt.Errorf("encode: %w", err)
	}
	return l.write(b)
}

// EncodeAll writes all values or none.
func (l *lines) EncodeAll(vs ...any) (err error) {
	parts := make([]*bytebufferpool.ByteBuffer, 0, len(vs))
	defer func() {
		for _, part := range parts {
			bytebufferpool.Put(part)
		}
	}()
	for _, v := range vs {
		part := bytebufferpool.Get()
		parts = append(parts, part)
		if err := json.NewEncoder(part).Encode(v); err != nil {
			return fmt.Errorf("encode all: %w", err)
		}
	}
	for _, part := range parts {
		if err := l.write(part); err != nil {
			return err
		}
	}
	return nil
}

func preview(v any) string {
	b := bytebufferpool.Get()
	text := "?"
	if json.NewEncoder(b).Encode(v) == nil {
		text = strings.TrimSpace(b.String())
	}
	bytebufferpool.Put(b)
	return text
}

func main() {
	var out strings.Builder
	l := &lines{out: &out}
	var wg sync.WaitGroup
	for i := range 4 {
		wg.Go(func() {
			if err := l.Encode(map[string]int{"worker": i}); err != nil {
				panic(err)
			}
		})
	}
	wg.Wait()
	fmt.Fprintln(os.Stdout, l.EncodeAll(1, "two", make(chan int)))
	fmt.Fprintln(os.Stdout, l.EncodeAll(1, "two", []int{3}), strings.Count(out.String(), "\n"), l.n)
	fmt.Fprintln(os.Stdout, preview("x"), preview(func() {}))
}
