// truth: double-release line 50 plain

// Lineproto relays newline-separated points from a chunked upload to a writer,
// with gRPC's buffers as its memory.
package main

import (
	"bytes"
	"errors"
	"fmt"
	"strings"

	"google.golang.org/grpc/mem"
)

var errPoint = errors.New("malformed point")

type writer interface {
	WritePoint(measurement, fields string) error
}

type relay struct {
	pool     mem.BufferPool
	out      writer
	rejected int
}

func split(line []byte) (string, string, error) {
	m, f, ok := bytes.Cut(line, []byte{' '})
	if !ok || len(m) == 0 {
		return "", "", fmt.Errorf("%w %q", errPoint, line)
	}
	return string(m), string(f), nil
}

// ingest joins the chunks, which stay the caller's.
func (r *relay) ingest(chunks mem.BufferSlice) (int, error) {
	whole := chunks.MaterializeToBuffer(r.pool)
	defer whole.Free()
	count := 0
	for line := range bytes.Lines(whole.ReadOnlyData()) {
		line = bytes.TrimRight(line, "\n")
		if len(line) == 0 {
			continue
		}
		m, f, err := split(line)
		if err != nil {
			r.rejected++
			if r.rejected > 1 {
				whole.Free()
				return count, err
			}
			continue
		}
		if err := r.out.WritePoint(m, f); err != nil {
			return count, err
		}
		count++
	}
	return count, nil
}

type table struct {
	points map[string][]string
	limit  int
}

func (t *table) WritePoint(m, f string) error {
	if len(t.points[m]) == t.limit {
		return fmt.Errorf("measurement %s is full", m)
	}
	t.points[m] = append(t.points[m], f)
	return nil
}

func upload(r *relay, text string, size int) (int, error) {
	var chunks mem.BufferSlice
	defer func() { chunks.Free() }()
	for len(text) > 0 {
		n := min(size, len(text))
		chunks = append(chunks, mem.Copy([]byte(text[:n]), r.pool))
		text = text[n:]
	}
	return r.ingest(chunks)
}

func main() {
	t := &table{points: map[string][]string{}, limit: 90}
	r := &relay{pool: mem.DefaultBufferPool(), out: t}
	good := strings.Repeat("cpu usage=1\nmem free=2\n", 40)
	fmt.Println(upload(r, good, 700))
	fmt.Println(upload(r, good+"oops\n", 700))
	fmt.Println(upload(r, strings.Repeat("cpu usage=3\n", 80), 300))
	fmt.Println(upload(r, "disk used=1\n"+"broken\n"+strings.Repeat("x", 2000), 5000))
}
