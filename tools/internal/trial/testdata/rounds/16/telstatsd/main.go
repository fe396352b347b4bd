// truth: escape line 54 plain

package main

import (
	"bytes"
	"fmt"
	"strconv"
	"sync"
)

type metric struct {
	name  string
	value float64
	kind  byte
	tags  []string
}

var lines = sync.Pool{New: func() any { return new(bytes.Buffer) }}

type client struct {
	prefix string
	mtu    int
	queue  [][]byte
	size   int
	sent   []string
}

// encode renders one statsd line.
func (c *client) encode(m metric) ([]byte, error) {
	if m.name == "" {
		return nil, fmt.Errorf("metric without a name")
	}
	buf := lines.Get().(*bytes.Buffer)
	defer lines.Put(buf)
	buf.Reset()
	if c.prefix != "" {
		buf.WriteString(c.prefix)
		buf.WriteByte('.')
	}
	buf.WriteString(m.name)
	buf.WriteByte(':')
	buf.Write(strconv.AppendFloat(buf.AvailableBuffer(), m.value, 'g', -1, 64))
	buf.WriteByte('|')
	buf.WriteByte(m.kind)
	for i, t := range m.tags {
		if i == 0 {
			buf.WriteString("|#")
		} else {
			buf.WriteByte(',')
		}
		buf.WriteString(t)
	}
	return buf.Bytes(), nil
}

func (c *client) send(m metric) error {
	line, err := c.encode(m)
	if err != nil {
		return err
	}
	if c.size+len(line) > c.mtu {
		c.flush()
	}
	c.queue = append(c.queue, line)
	c.size += len(line) + 1
	return nil
}

func (c *client) flush() {
	if len(c.queue) == 0 {
		return
	}
	c.sent = append(c.sent, string(bytes.Join(c.queue, []byte("\n"))))
	c.queue = c.queue[:0]
	c.size = 0
}

func main() {
	c := &client{prefix: "agent", mtu: 64}
	for i := range 5 {
		m := metric{name: "req" + strconv.Itoa(i), value: float64(i) * 1.5, kind: 'c', tags: []string{"env:prod"}}
		if err := c.send(m); err != nil {
			fmt.Println(err)
		}
	}
	if err := c.send(metric{}); err != nil {
		fmt.Println(err)
	}
	c.flush()
	for _, p := range c.sent {
		fmt.Printf("%q\n", p)
	}
}
