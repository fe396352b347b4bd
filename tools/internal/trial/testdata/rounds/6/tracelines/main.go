// truth: use-after-release line 55 callee
package main

import (
	"fmt"
	"io"
	"strconv"
	"sync"

	"github.com/valyala/bytebufferpool"
)

type span struct {
	name string
	ms   int
	err  error
}

type tracer struct {
	mu    sync.Mutex
	w     io.Writer
	bytes int
	lines int
}

// emit writes the line and puts it back.
func (t *tracer) emit(line *bytebufferpool.ByteBuffer) error {
	t.mu.Lock()
	defer t.mu.Unlock()
	defer bytebufferpool.Put(line)
	line.WriteByte('\n')
	t.lines++
	_, err := t.w.Write(line.B)
	return err
}

func (t *tracer) discard(line *bytebufferpool.ByteBuffer) { bytebufferpool.Put(line) }

func (t *tracer) trace(s span) error {
	line := bytebufferpool.Get()
	line.WriteString(s.name)
	line.WriteByte(' ')
	line.B = strconv.AppendInt(line.B, int64(s.ms), 10)
	if s.ms < 1 {
		t.discard(line)
		return nil
	}
	if s.err != nil {
		line.WriteString(" error=")
		line.WriteString(strconv.Quote(s.err.Error()))
	}
	if err := t.emit(line); err != nil {
		return fmt.Errorf("trace %s: %w", s.name, err)
	}
	t.bytes += line.Len()
	return nil
}

type counter int

func (c *counter) Write(p []byte) (int, error) {
	*c += counter(len(p))
	return len(p), nil
}

func main() {
	var written counter
	t := &tracer{w: &written}
	for i := range 10 {
		s := span{name: fmt.Sprint("query", i), ms: i}
		if i%3 == 0 {
			s.err = io.ErrUnexpectedEOF
		}
		if err := t.trace(s); err != nil {
			fmt.Println(err)
		}
	}
	fmt.Println(t.lines, "lines; the counts agree:", t.bytes == int(written))
}
