// truth: use-after-release line 51 plain

// Command statsdfmt formats counters as statsd lines and sends them in datagrams.
package main

import (
	"fmt"
	"io"
	"os"
	"strconv"
	"sync"
	"sync/atomic"
)

type line struct {
	b []byte
}

var lines = sync.Pool{New: func() any { return &line{b: make([]byte, 0, 128)} }}

type client struct {
	w      io.Writer
	prefix string
	sent   atomic.Int64
	octets atomic.Int64
}

func (c *client) count(name string, delta int64, tags ...string) error {
	l := lines.Get().(*line)
	l.b = append(l.b[:0], c.prefix...)
	l.b = append(l.b, '.')
	l.b = append(l.b, name...)
	l.b = append(l.b, ':')
	l.b = strconv.AppendInt(l.b, delta, 10)
	l.b = append(l.b, "|c"...)
	for i, t := range tags {
		if i == 0 {
			l.b = append(l.b, "|#"...)
		} else {
			l.b = append(l.b, ',')
		}
		l.b = append(l.b, t...)
	}
	l.b = append(l.b, '\n')
	_, err := c.w.Write(l.b)
	lines.Put(l)
	if err != nil {
		return fmt.Errorf("statsd: %w", err)
	}
	c.sent.Add(1)
	c.octets.Add(int64(len(l.b)))
	return nil
}

type lockedWriter struct {
	mu sync.Mutex
	w  io.Writer
}

func (l *lockedWriter) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.w.Write(p)
}

func main() {
	c := &client{w: &lockedWriter{w: os.Stdout}, prefix: "db"}
	var wg sync.WaitGroup
	for i := range 4 {
		wg.Add(1)
		go func() {
			defer wg.Done()
			for j := range 3 {
				if err := c.count("queries", int64(i*j), "shard:"+strconv.Itoa(i)); err != nil {
					fmt.Println(err)
				}
			}
		}()
	}
	wg.Wait()
	fmt.Println(c.sent.Load(), c.octets.Load() > 0)
}
