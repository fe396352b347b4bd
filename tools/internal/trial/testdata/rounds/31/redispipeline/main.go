// truth: unflushed line 70 plain

// Command redispipeline sends batches of commands in the RESP protocol.
package main

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"strconv"
	"sync"
)

var writers = sync.Pool{New: func() any { return bufio.NewWriterSize(nil, 1<<10) }}

type command struct {
	name string
	args []string
}

func (c command) encode(w *bufio.Writer) error {
	var scratch [20]byte
	number := func(prefix byte, n int) {
		w.WriteByte(prefix)
		w.Write(strconv.AppendInt(scratch[:0], int64(n), 10))
		w.WriteString("\r\n")
	}
	number('*', 1+len(c.args))
	number('$', len(c.name))
	w.WriteString(c.name)
	w.WriteString("\r\n")
	for _, a := range c.args {
		number('$', len(a))
		w.WriteString(a)
		if _, err := w.WriteString("\r\n"); err != nil {
			return err
		}
	}
	return nil
}

type conn struct {
	rw    io.ReadWriter
	stats struct{ commands, batches int }
}

// ping writes a single command.
func (c *conn) ping() error {
	_, err := io.WriteString(c.rw, "*1\r\n$4\r\nPING\r\n")
	return err
}

// pipeline writes all commands at once.
func (c *conn) pipeline(cmds []command) error {
	if len(cmds) == 0 {
		return nil
	}
	w := writers.Get().(*bufio.Writer)
	w.Reset(c.rw)
	for i, cmd := range cmds {
		if err := cmd.encode(w); err != nil {
			w.Reset(nil)
			writers.Put(w)
			return fmt.Errorf("command %d: %w", i, err)
		}
		c.stats.commands++
	}
	c.stats.batches++
	writers.Put(w)
	return nil
}

func load(c *conn, keys, batch int) error {
	var cmds []command
	for i := range keys {
		cmds = append(cmds, command{"SET", []string{"key:" + strconv.Itoa(i), "v"}})
		if len(cmds) == batch {
			if err := c.pipeline(cmds); err != nil {
				return err
			}
			cmds = cmds[:0]
		}
	}
	return c.pipeline(cmds)
}

func main() {
	var wire bytes.Buffer
	c := &conn{rw: &wire}
	if err := c.ping(); err != nil {
		fmt.Println(err)
	}
	if err := load(c, 100, 32); err != nil {
		fmt.Println(err)
	}
	sets := bytes.Count(wire.Bytes(), []byte("SET"))
	fmt.Println(c.stats.commands, c.stats.batches, "on the wire:", sets)
}
