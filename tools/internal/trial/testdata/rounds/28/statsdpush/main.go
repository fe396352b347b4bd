// truth: unflushed line 75 plain

// Command statsdpush aggregates counters and timings and pushes them in the
// statsd format at each interval.
package main

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"sync"
)

var lineWriters = sync.Pool{New: func() any { return bufio.NewWriterSize(nil, 512) }}

type Stats struct {
	prefix string

	mu       sync.Mutex
	counters map[string]int64
	timings  map[string][]float64
}

func NewStats(prefix string) *Stats {
	return &Stats{prefix: prefix, counters: map[string]int64{}, timings: map[string][]float64{}}
}

func (s *Stats) Count(name string, n int64) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.counters[name] += n
}

func (s *Stats) Timing(name string, ms float64) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.timings[name] = append(s.timings[name], ms)
}

func (s *Stats) take() (map[string]int64, map[string][]float64) {
	s.mu.Lock()
	defer s.mu.Unlock()
	c, t := s.counters, s.timings
	s.counters, s.timings = map[string]int64{}, map[string][]float64{}
	return c, t
}

func sortedKeys[V any](m map[string]V) []string {
	keys := make([]string, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	return keys
}

var errUnreachable = errors.New("statsd: collector is unreachable")

// Push sends what was collected since the last push.
func (s *Stats) Push(dial func() (io.WriteCloser, error)) error {
	counters, timings := s.take()
	if len(counters)+len(timings) == 0 {
		return nil
	}
	conn, err := dial()
	if err != nil {
		return errors.Join(errUnreachable, err)
	}
	out := lineWriters.Get().(*bufio.Writer)
	out.Reset(conn)
	defer lineWriters.Put(out)
	var num [32]byte
	for _, name := range sortedKeys(counters) {
		out.WriteString(s.prefix)
		out.WriteString(name)
		out.WriteByte(':')
		out.Write(strconv.AppendInt(num[:0], counters[name], 10))
		out.WriteString("|c\n")
	}
	for _, name := range sortedKeys(timings) {
		for _, ms := range timings[name] {
			if _, err := fmt.Fprintf(out, "%s%s:%.1f|ms\n", s.prefix, name, ms); err != nil {
				conn.Close()
				return err
			}
		}
	}
	return conn.Close()
}

type datagram struct{ *bytes.Buffer }

func (datagram) Close() error { return nil }

func main() {
	s := NewStats("shop.")
	var wg sync.WaitGroup
	for i := range 3 {
		wg.Go(func() {
			for j := range 40 {
				s.Count(fmt.Sprint("orders.", j%5), int64(i))
				s.Timing("checkout", float64(j)/3)
			}
		})
	}
	wg.Wait()
	var got bytes.Buffer
	fmt.Println(s.Push(func() (io.WriteCloser, error) { return datagram{&got}, nil }))
	fmt.Println(s.Push(func() (io.WriteCloser, error) { return nil, io.ErrClosedPipe }))
	s.Count("last", 1)
	fmt.Println(s.Push(func() (io.WriteCloser, error) { return nil, io.ErrClosedPipe }))
	fmt.Println(got.Len() > 0, bytes.Count(got.Bytes(), []byte("\n")))
}
