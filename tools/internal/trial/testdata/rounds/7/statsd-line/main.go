// truth: use-after-release line 44 plain

// Command statsd-line formats metrics as lines and sends them in datagrams.
package main

import (
	"bytes"
	"fmt"
	"io"
	"net"
	"strconv"
	"sync"
)

var buffers = sync.Pool{New: func() any { return new(bytes.Buffer) }}

type client struct {
	conn   io.Writer
	prefix string
}

func (c *client) send(name string, value int64, tags ...string) error {
	buf := buffers.Get().(*bytes.Buffer)
	buf.Reset()
	buf.WriteString(c.prefix)
	buf.WriteString(name)
	buf.WriteByte(':')
	buf.Write(strconv.AppendInt(buf.AvailableBuffer(), value, 10))
	buf.WriteString("|c")
	for i, tag := range tags {
		if i == 0 {
			buf.WriteString("|#")
		} else {
			buf.WriteByte(',')
		}
		buf.WriteString(tag)
	}
	line := buf.Bytes()
	if len(line) > 512 {
		buffers.Put(buf)
		return fmt.Errorf("metric %s is too long", name)
	}
	buffers.Put(buf)
	_, err := c.conn.Write(line)
	return err
}

type counter struct {
	net.Conn
	mu    sync.Mutex
	lines map[string]int
}

func (c *counter) Write(p []byte) (int, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.lines[string(p)]++
	return len(p), nil
}

func main() {
	sink := &counter{lines: map[string]int{}}
	c := &client{sink, "app."}
	var wg sync.WaitGroup
	for w := range 4 {
		wg.Go(func() {
			for n := range 3000 {
				if err := c.send("requests", int64(w), "host:"+strconv.Itoa(n)); err != nil {
					fmt.Println(err)
				}
			}
		})
	}
	wg.Wait()
	fmt.Println(c.send("long", 1, string(make([]byte, 600))))
	fmt.Println(len(sink.lines), "different lines of 12000")
}
