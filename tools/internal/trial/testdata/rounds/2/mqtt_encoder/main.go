// truth: use-after-release line 55 callee
package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"
	"sync"
	"time"
)

var encoders = sync.Pool{New: func() any { return new(bytes.Buffer) }}

func newEncoder() *bytes.Buffer {
	b := encoders.Get().(*bytes.Buffer)
	b.Reset()
	return b
}

// flush writes what the encoder holds and gives the encoder back.
func flush(w io.Writer, b *bytes.Buffer) error {
	_, err := w.Write(b.Bytes())
	encoders.Put(b)
	return err
}

func str(b *bytes.Buffer, s string) {
	b.WriteByte(byte(len(s) >> 8))
	b.WriteByte(byte(len(s)))
	b.WriteString(s)
}

var errTopic = errors.New("wildcard in topic")

type client struct {
	conn io.Writer
	sent int
}

func (c *client) publish(topic string, payload []byte) error {
	b := newEncoder()
	if strings.ContainsAny(topic, "#+") {
		encoders.Put(b)
		return errTopic
	}
	b.WriteByte(0x30)
	b.WriteByte(byte(2 + len(topic) + len(payload)))
	str(b, topic)
	b.Write(payload)
	if err := flush(c.conn, b); err != nil {
		return fmt.Errorf("publish %s: %w", topic, err)
	}
	c.sent += b.Len()
	return nil
}

func (c *client) ping() error {
	b := newEncoder()
	b.Write([]byte{0xc0, 0})
	c.sent += b.Len()
	return flush(c.conn, b)
}

func main() {
	var wg sync.WaitGroup
	for i := range 4 {
		wg.Go(func() {
			c := &client{conn: io.Discard}
			for n := range 300 {
				_ = c.publish("a/b", fmt.Appendf(nil, "%d", n*i))
				time.Sleep(10 * time.Microsecond)
			}
			_ = c.ping()
		})
	}
	wg.Wait()
	var out bytes.Buffer
	c := &client{conn: &out}
	fmt.Println(c.publish("home/door", []byte("open")), c.publish("home/#", nil), c.ping())
	fmt.Println(out.Len(), c.sent)
}
