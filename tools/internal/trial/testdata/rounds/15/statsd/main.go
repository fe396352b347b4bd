// truth: unflushed line 43,44 plain
package main

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"sort"
	"sync"
)

var lineWriters = sync.Pool{New: func() any { return bufio.NewWriterSize(io.Discard, 512) }}

type registry struct {
	mu       sync.Mutex
	counters map[string]int64
	gauges   map[string]float64
}

func (r *registry) inc(name string, n int64) {
	r.mu.Lock()
	r.counters[name] += n
	r.mu.Unlock()
}

func (r *registry) names() []string {
	var out []string
	for n := range r.counters {
		out = append(out, n)
	}
	sort.Strings(out)
	return out
}

// emit writes the counters in statsd format and zeroes them.
func (r *registry) emit(w io.Writer, prefix string) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	bw := lineWriters.Get().(*bufio.Writer)
	bw.Reset(w)
	defer func() {
		bw.Reset(io.Discard)
		lineWriters.Put(bw)
	}()
	for _, n := range r.names() {
		if _, err := fmt.Fprintf(bw, "%s.%s:%d|c\n", prefix, n, r.counters[n]); err != nil {
			return err
		}
		r.counters[n] = 0
	}
	for n, v := range r.gauges {
		if _, err := fmt.Fprintf(bw, "%s.%s:%g|g\n", prefix, n, v); err != nil {
			return err
		}
	}
	return nil
}

func main() {
	r := &registry{counters: map[string]int64{}, gauges: map[string]float64{"heap": 1.5}}
	for i := range 60 {
		r.inc(fmt.Sprintf("http.route%02d.requests", i%30), int64(i))
	}
	var out bytes.Buffer
	fmt.Println(r.emit(&out, "shop"), bytes.Count(out.Bytes(), []byte("\n")))
}
