// truth: unflushed line 48 plain

// The access log of an ad server, one line for each impression.
package main

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"strconv"
	"sync"
)

var lineWriters = sync.Pool{New: func() any { return bufio.NewWriterSize(io.Discard, 128) }}

type impression struct {
	site  string
	slot  int
	price float64
}

type accessLog struct {
	mu  sync.Mutex
	out io.Writer
	n   int
}

func (a *accessLog) write(batch []impression) error {
	a.mu.Lock()
	defer a.mu.Unlock()
	w := lineWriters.Get().(*bufio.Writer)
	w.Reset(a.out)
	for _, i := range batch {
		w.WriteString(i.site)
		w.WriteByte(' ')
		w.WriteString(strconv.Itoa(i.slot))
		w.WriteByte(' ')
		w.WriteString(strconv.FormatFloat(i.price, 'f', 3, 64))
		if err := w.WriteByte('\n'); err != nil {
			w.Reset(io.Discard)
			lineWriters.Put(w)
			return fmt.Errorf("access log: %w", err)
		}
		a.n++
	}
	w.Reset(io.Discard)
	lineWriters.Put(w)
	return nil
}

func main() {
	var out bytes.Buffer
	log := &accessLog{out: &out}
	var wg sync.WaitGroup
	for s := range 3 {
		wg.Go(func() {
			var batch []impression
			for i := range 7 {
				batch = append(batch, impression{fmt.Sprint("site", s), i, float64(i) / 8})
			}
			if err := log.write(batch); err != nil {
				fmt.Println(err)
			}
		})
	}
	wg.Wait()
	fmt.Println(log.n, bytes.Count(out.Bytes(), []byte("\n")))
}
