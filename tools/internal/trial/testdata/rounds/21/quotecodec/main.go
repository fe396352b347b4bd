// truth: correct
package main

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"net"
	"sync"
)

type decoder struct {
	head [4]byte
	body []byte
	rest []byte // the part of body that is not decoded yet
}

// codecs has a pool for each direction.
type codecs struct {
	enc, dec sync.Pool
}

func (c *codecs) encoder() *encoder {
	if e, ok := c.enc.Get().(*encoder); ok {
		return e
	}
	return &encoder{buf: make([]byte, 0, 128)}
}

func (c *codecs) decoder() *decoder {
	if d, ok := c.dec.Get().(*decoder); ok {
		return d
	}
	return new(decoder)
}

// recycle gives back whatever a connection has used.
func (c *codecs) recycle(e *encoder, d *decoder) {
	if e != nil && cap(e.buf) <= 4096 {
		e.buf, e.refs = e.buf[:0], e.refs[:0]
		c.enc.Put(e)
	}
	if d != nil {
		d.body, d.rest = d.body[:0], nil
		c.dec.Put(d)
	}
}

var errTooLong = errors.New("message too long")

func (d *decoder) read(r io.Reader) error {
	if _, err := io.ReadFull(r, d.head[:]); err != nil {
		return err
	}
	n := int(binary.BigEndian.Uint32(d.head[:]))
	if n > 1024 {
		return errTooLong
	}
	if cap(d.body) < n {
		d.body = make([]byte, n)
	}
	d.body = d.body[:n]
	_, err := io.ReadFull(r, d.body)
	d.rest = d.body
	return err
}

// text returns a copy of the next string.
func (d *decoder) text() (string, error) {
	if len(d.rest) < 4 {
		return "", io.ErrUnexpectedEOF
	}
	n := int(binary.BigEndian.Uint32(d.rest))
	if n > len(d.rest)-4 {
		return "", io.ErrUnexpectedEOF
	}
	s := string(d.rest[4 : 4+n])
	d.rest = d.rest[4+n:]
	return s, nil
}

func (c *codecs) serve(conn net.Conn, quotes map[string]string) error {
	defer conn.Close()
	d := c.decoder()
	e := c.encoder()
	defer c.recycle(e, d)
	for {
		if err := d.read(conn); err != nil {
			if err == io.EOF {
				return nil
			}
			return err
		}
		e.open()
		for len(d.rest) > 0 {
			symbol, err := d.text()
			if err != nil {
				return err
			}
			e.text(symbol + "=" + quotes[symbol])
		}
		e.close()
		if err := e.flush(conn); err != nil {
			return err
		}
	}
}

func (c *codecs) ask(conn net.Conn, symbols ...string) (answers []string, err error) {
	e, d := c.encoder(), c.decoder()
	defer func() { c.recycle(e, d) }()
	e.open()
	for _, s := range symbols {
		e.text(s)
	}
	e.close()
	if err := e.flush(conn); err != nil {
		return nil, err
	}
	if err := d.read(conn); err != nil {
		return nil, err
	}
	for len(d.rest) > 0 {
		a, err := d.text()
		if err != nil {
			return nil, err
		}
		answers = append(answers, a)
	}
	return answers, nil
}

func main() {
	c := new(codecs)
	quotes := map[string]string{"ACME": "10.5", "GLOBEX": "99"}
	for _, tail := range []string{"", "\xff\xff\xff\xff", "\x00\x00\x00\x02hi"} {
		client, server := net.Pipe()
		done := make(chan error, 1)
		go func() { done <- c.serve(server, quotes) }()
		fmt.Println(c.ask(client, "ACME", "NONE"))
		fmt.Println(c.ask(client, "GLOBEX"))
		client.Write([]byte(tail))
		client.Close()
		fmt.Println(<-done)
	}
}
