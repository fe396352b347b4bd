// truth: unflushed line 41 plain
package main

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"sort"
	"sync"
)

type registry struct {
	mu       sync.Mutex
	counters map[string]int64
	help     map[string]string
}

var outs = sync.Pool{New: func() any { return bufio.NewWriter(io.Discard) }}

func (r *registry) inc(name string, by int64) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.counters[name] += by
}

func (r *registry) names() []string {
	names := make([]string, 0, len(r.counters))
	for name := range r.counters {
		names = append(names, name)
	}
	sort.Strings(names)
	return names
}

func (r *registry) WriteText(w io.Writer) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	out := outs.Get().(*bufio.Writer)
	out.Reset(w)
	defer outs.Put(out)
	for _, name := range r.names() {
		if text, ok := r.help[name]; ok {
			if _, err := fmt.Fprintf(out, "# HELP %s %s\n", name, text); err != nil {
				return err
			}
		}
		if _, err := fmt.Fprintf(out, "%s %d\n", name, r.counters[name]); err != nil {
			return err
		}
	}
	return nil
}

func main() {
	r := &registry{counters: map[string]int64{}, help: map[string]string{"hits": "requests"}}
	for i := range 100 {
		r.inc(fmt.Sprint("hits_", i%7), int64(i))
		r.inc("hits", 1)
	}
	var page bytes.Buffer
	if err := r.WriteText(&page); err != nil {
		panic(err)
	}
	fmt.Printf("%d bytes\n", page.Len())
	if !bytes.HasSuffix(page.Bytes(), []byte("\n")) {
		panic("the page is cut off")
	}
}
