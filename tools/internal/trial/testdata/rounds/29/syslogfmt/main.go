// truth: correct

// Command syslogfmt formats syslog messages with octet counting, batches them,
// and splits batches that are too long for the collector.
package main

import (
	"fmt"
	"io"
	"strconv"
	"sync"
	"time"

	"github.com/valyala/bytebufferpool"
)

type Message struct {
	Severity int
	Host     string
	App      string
	Text     string
	At       time.Time
}

var lineBuffers bytebufferpool.Pool

func formatLine(m *Message) *bytebufferpool.ByteBuffer {
	b := lineBuffers.Get()
	b.B = append(b.B, '<')
	b.B = strconv.AppendInt(b.B, int64(8+m.Severity), 10)
	b.B = append(b.B, ">1 "...)
	b.B = m.At.UTC().AppendFormat(b.B, time.RFC3339)
	for _, s := range []string{m.Host, m.App, "- - -", m.Text} {
		_ = b.WriteByte(' ')
		_, _ = b.WriteString(s)
	}
	return b
}

type shipper struct {
	mu      sync.Mutex
	w       io.Writer
	max     int
	pending *bytebufferpool.ByteBuffer // nil if there is none
	batches int
}

// log formats m and adds it to the batch.
func (s *shipper) log(m *Message) error {
	line := formatLine(m)
	defer lineBuffers.Put(line)
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.pending != nil && s.pending.Len()+line.Len()+8 > s.max {
		if err := s.flushLocked(); err != nil {
			return err
		}
	}
	if s.pending == nil {
		s.pending = bytebufferpool.Get()
	}
	s.pending.B = strconv.AppendInt(s.pending.B, int64(line.Len()), 10)
	_ = s.pending.WriteByte(' ')
	_, _ = line.WriteTo(s.pending)
	return nil
}

// flushLocked writes the batch. What cannot be written is lost.
func (s *shipper) flushLocked() error {
	batch := s.pending
	if batch == nil {
		return nil
	}
	s.pending = nil
	defer bytebufferpool.Put(batch)
	if _, err := s.w.Write(batch.B); err != nil {
		return fmt.Errorf("batch of %d bytes: %w", batch.Len(), err)
	}
	s.batches++
	return nil
}

func (s *shipper) Close() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.flushLocked()
}

type collector struct {
	bytes int
	fail  bool
}

func (c *collector) Write(p []byte) (int, error) {
	if c.fail {
		return 0, io.ErrClosedPipe
	}
	c.bytes += len(p)
	return len(p), nil
}

func main() {
	c := &collector{}
	s := &shipper{w: c, max: 512}
	var wg sync.WaitGroup
	for i := range 5 {
		wg.Go(func() {
			for j := range 8 {
				m := &Message{Severity: j % 8, Host: "edge" + strconv.Itoa(i), App: "proxy", Text: "upstream timed out", At: time.Unix(int64(j), 0)}
				if err := s.log(m); err != nil {
					panic(err)
				}
			}
		})
	}
	wg.Wait()
	if err := s.Close(); err != nil {
		panic(err)
	}
	fmt.Println(s.batches > 5, c.bytes)
	c.fail = true
	_ = s.log(&Message{Host: "h", App: "a", Text: "t"})
	fmt.Println(s.Close() != nil, s.Close())
}
