// truth: escape line 71 callee
package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"sync"

	"github.com/rcpool/rcpool"
)

type batch struct {
	stream string
	lines  [][]byte
	size   int
}

func (b *batch) Reset() {
	b.stream, b.size = "", 0
	clear(b.lines)
	b.lines = b.lines[:0]
}

var batches = rcpool.Pool[batch]{Name: "batches"}

type mirror struct {
	mu   sync.Mutex
	w    io.Writer
	todo sync.WaitGroup
}

func (m *mirror) write(b *batch) {
	m.mu.Lock()
	defer m.mu.Unlock()
	for _, l := range b.lines {
		fmt.Fprintf(m.w, "%s: %s\n", b.stream, l)
	}
}

// enqueue has the batch written in the background.
func (m *mirror) enqueue(b *batch) {
	m.todo.Add(1)
	go func() {
		defer m.todo.Done()
		m.write(b)
	}()
}

type shipper struct {
	mirror  *mirror
	primary io.Writer
	max     int
}

var errTooLarge = errors.New("batch too large")

func (s *shipper) ship(stream string, lines ...string) error {
	ref := batches.Get()
	defer ref.Release()
	b := ref.Value()
	b.stream = stream
	for _, l := range lines {
		b.lines = append(b.lines, []byte(l))
		b.size += len(l)
	}
	if b.size > s.max {
		return fmt.Errorf("%s: %w", stream, errTooLarge)
	}
	s.mirror.enqueue(b)
	for _, l := range b.lines {
		if _, err := s.primary.Write(l); err != nil {
			return err
		}
	}
	return nil
}

func main() {
	var first, second bytes.Buffer
	s := &shipper{mirror: &mirror{w: &second}, primary: &first, max: 64}
	fmt.Println(s.ship("api", "start", "listen :80"))
	fmt.Println(s.ship("db", "checkpoint"))
	fmt.Println(s.ship("db", string(make([]byte, 100))))
	s.mirror.todo.Wait()
	fmt.Println(first.Len())
}
