// truth: escape line 43 plain

// Command respencode is the reply encoder of a small Redis-like server.
package main

import (
	"bytes"
	"fmt"
	"strconv"
	"sync"
)

var replyBuffers = sync.Pool{New: func() any { return new(bytes.Buffer) }}

type reply struct {
	status string
	bulk   [][]byte
}

func (r reply) encode() ([]byte, error) {
	buf := replyBuffers.Get().(*bytes.Buffer)
	buf.Reset()
	defer replyBuffers.Put(buf)
	if r.status != "" {
		buf.WriteByte('+')
		buf.WriteString(r.status)
		buf.WriteString("\r\n")
		return bytes.Clone(buf.Bytes()), nil
	}
	if len(r.bulk) > 1024 {
		return nil, fmt.Errorf("reply with %d elements", len(r.bulk))
	}
	buf.WriteByte('*')
	buf.WriteString(strconv.Itoa(len(r.bulk)))
	buf.WriteString("\r\n")
	for _, b := range r.bulk {
		buf.WriteByte('$')
		buf.WriteString(strconv.Itoa(len(b)))
		buf.WriteString("\r\n")
		buf.Write(b)
		buf.WriteString("\r\n")
	}
	return buf.Bytes(), nil
}

type conn struct {
	out [][]byte
}

func (c *conn) queue(r reply) error {
	p, err := r.encode()
	if err != nil {
		return err
	}
	c.out = append(c.out, p)
	return nil
}

func main() {
	c := &conn{}
	replies := []reply{
		{status: "OK"},
		{bulk: [][]byte{[]byte("k1"), []byte("v1")}},
		{bulk: [][]byte{[]byte("k2"), []byte("v2")}},
	}
	for _, r := range replies {
		if err := c.queue(r); err != nil {
			fmt.Println(err)
		}
	}
	for _, p := range c.out {
		fmt.Printf("%q\n", p)
	}
}
