// truth: correct
package main

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"strings"
	"sync"
	"sync/atomic"
)

var blocks = sync.Pool{New: func() any { return new(bytes.Buffer) }}

// sink writes in the background. Each Write is copied into a block that the
// writer goroutine gives back.
type sink struct {
	queue   chan *bytes.Buffer
	lost    atomic.Int64
	stopped chan struct{}
	err     error // of the first failed write; read it after close
}

func newSink(out io.Writer, depth int) *sink {
	s := &sink{queue: make(chan *bytes.Buffer, depth), stopped: make(chan struct{})}
	go s.run(out)
	return s
}

func (s *sink) run(out io.Writer) {
	defer close(s.stopped)
	for block := range s.queue {
		if s.err == nil {
			_, s.err = out.Write(block.Bytes())
		}
		block.Reset()
		blocks.Put(block)
	}
}

// Write never blocks: what does not fit is lost.
func (s *sink) Write(p []byte) (int, error) {
	block := blocks.Get().(*bytes.Buffer)
	block.Write(p)
	select {
	case s.queue <- block:
	default:
		s.lost.Add(1)
		block.Reset()
		blocks.Put(block)
	}
	return len(p), nil
}

func (s *sink) WriteWait(ctx context.Context, p []byte) error {
	block := blocks.Get().(*bytes.Buffer)
	block.Write(p)
	select {
	case s.queue <- block:
		return nil
	case <-ctx.Done():
		block.Reset()
		blocks.Put(block)
		return ctx.Err()
	}
}

func (s *sink) close() error {
	close(s.queue)
	<-s.stopped
	return s.err
}

func main() {
	var out strings.Builder
	s := newSink(&out, 4)
	var wg sync.WaitGroup
	for w := range 3 {
		wg.Go(func() {
			for i := range 20 {
				fmt.Fprintf(s, "worker %d line %d\n", w, i)
			}
		})
	}
	wg.Wait()
	ctx, cancel := context.WithCancel(context.Background())
	fmt.Println(s.WriteWait(ctx, []byte("last line\n")))
	cancel()
	_ = s.WriteWait(ctx, []byte("maybe\n"))
	fmt.Println(s.close())
	lines := int64(strings.Count(out.String(), "line"))
	fmt.Println(lines+s.lost.Load(), strings.Contains(out.String(), "last line"))
}
