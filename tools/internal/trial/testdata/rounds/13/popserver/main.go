// truth: correct
package main

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"strings"
	"sync"
)

var (
	readers = sync.Pool{New: func() any { return bufio.NewReaderSize(nil, 256) }}
	writers = sync.Pool{New: func() any { return bufio.NewWriterSize(nil, 256) }}
)

type client struct {
	r    *bufio.Reader
	w    *bufio.Writer
	user string
}

func newClient(conn io.ReadWriter) *client {
	c := &client{r: readers.Get().(*bufio.Reader), w: writers.Get().(*bufio.Writer)}
	c.r.Reset(conn)
	c.w.Reset(conn)
	return c
}

// close flushes, and gives back reader and writer. It may be called again.
func (c *client) close() error {
	if c.w == nil {
		return nil
	}
	err := c.w.Flush()
	c.w.Reset(io.Discard)
	writers.Put(c.w)
	c.r.Reset(strings.NewReader(""))
	readers.Put(c.r)
	c.w, c.r = nil, nil
	return err
}

func (c *client) command() (verb, arg string, err error) {
	line, err := c.r.ReadSlice('\n')
	if err != nil {
		return "", "", err
	}
	v, a, _ := strings.Cut(strings.TrimRight(string(line), "\r\n"), " ")
	return strings.ToUpper(v), a, nil
}

func serve(conn io.ReadWriter, mails []string) (err error) {
	c := newClient(conn)
	defer func() {
		if cerr := c.close(); err == nil {
			err = cerr
		}
	}()
	fmt.Fprint(c.w, "+OK ready\r\n")
	for {
		verb, arg, err := c.command()
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
		switch verb {
		case "USER":
			c.user = arg
			fmt.Fprintf(c.w, "+OK %s\r\n", c.user)
		case "STAT":
			fmt.Fprintf(c.w, "+OK %d %d\r\n", len(mails), len(strings.Join(mails, "")))
		case "QUIT":
			fmt.Fprint(c.w, "+OK bye\r\n")
			return c.close()
		default:
			fmt.Fprintf(c.w, "-ERR %q\r\n", verb)
		}
	}
}

type conn struct {
	io.Reader
	io.Writer
}

func main() {
	for _, in := range []string{"USER ann\r\nSTAT\r\nQUIT\r\n", "NOPE\r\n", strings.Repeat("x", 300) + "\r\n"} {
		var out bytes.Buffer
		err := serve(conn{strings.NewReader(in), &out}, []string{"hello", "world"})
		fmt.Println(strings.Count(out.String(), "\r\n"), err)
	}
}
