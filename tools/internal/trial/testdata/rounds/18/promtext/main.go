// truth: correct
package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"sort"
	"strconv"
	"sync"
)

// encoder writes the text format. It is pooled with its buffers.
type encoder struct {
	buf   bytes.Buffer
	names []string
	err   error
}

var encoders = sync.Pool{New: func() any { return new(encoder) }}

func getEncoder() *encoder {
	e := encoders.Get().(*encoder)
	e.buf.Reset()
	e.err = nil
	return e
}

func (e *encoder) free() {
	if e.buf.Cap() > 64<<10 {
		return
	}
	clear(e.names)
	e.names = e.names[:0]
	encoders.Put(e)
}

var errName = errors.New("bad metric name")

func (e *encoder) metric(name string, v float64) {
	if e.err != nil {
		return
	}
	if name == "" || name[0] >= '0' && name[0] <= '9' {
		e.err = fmt.Errorf("%w: %q", errName, name)
		return
	}
	e.buf.WriteString(name)
	e.buf.WriteByte(' ')
	var scratch [32]byte
	e.buf.Write(strconv.AppendFloat(scratch[:0], v, 'g', -1, 64))
	e.buf.WriteByte('\n')
}

func (e *encoder) all(metrics map[string]float64) {
	for n := range metrics {
		e.names = append(e.names, n)
	}
	sort.Strings(e.names)
	for _, n := range e.names {
		e.metric(n, metrics[n])
	}
}

type scraper struct {
	mu    sync.Mutex
	last  []byte
	sizes []int
}

func (s *scraper) scrape(w io.Writer, metrics map[string]float64) error {
	e := getEncoder()
	defer e.free()
	e.all(metrics)
	if e.err != nil {
		return e.err
	}
	s.mu.Lock()
	s.last = append(s.last[:0], e.buf.Bytes()...)
	s.sizes = append(s.sizes, e.buf.Len())
	s.mu.Unlock()
	_, err := e.buf.WriteTo(w)
	return err
}

// digest returns the encoding as a string.
func digest(metrics map[string]float64) (string, bool) {
	e := getEncoder()
	defer e.free()
	e.all(metrics)
	return e.buf.String(), e.err == nil
}

func main() {
	s := &scraper{}
	var out bytes.Buffer
	fmt.Println(s.scrape(&out, map[string]float64{"up": 1, "load": 0.25}))
	fmt.Println(s.scrape(io.Discard, map[string]float64{"ok": 1, "9lives": 9}))
	var wg sync.WaitGroup
	for i := range 4 {
		wg.Add(1)
		go func() {
			defer wg.Done()
			if err := s.scrape(io.Discard, map[string]float64{"worker": float64(i)}); err != nil {
				fmt.Println(err)
			}
		}()
	}
	wg.Wait()
	fmt.Print(out.String())
	fmt.Println(len(s.last), s.sizes)
	fmt.Println(digest(map[string]float64{"b": 2, "a": 1}))
}
