// truth: correct

// Command pooledconn is a client for a line protocol with pooled connection state.
package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"net"
	"strings"

	"github.com/rcpool/rcpool"
	"github.com/rcpool/rcpool/stdpool"
)

// A Conn owns its buffers until it is closed. Close may be called more than once.
type Conn struct {
	nc  net.Conn
	r   rcpool.Ref[bufio.Reader]
	w   rcpool.Ref[bufio.Writer]
	err error
}

var errBroken = errors.New("connection is broken")

func Open(nc net.Conn) (_ *Conn, err error) {
	c := &Conn{nc: nc, r: stdpool.BufioReader(nc), w: stdpool.BufioWriter(nc)}
	defer func() {
		if err != nil {
			err = errors.Join(err, c.Close())
		}
	}()
	greeting, err := c.line()
	if err != nil {
		return nil, err
	}
	if greeting != "READY" {
		return nil, fmt.Errorf("greeting %q", greeting)
	}
	return c, nil
}

func (c *Conn) line() (string, error) {
	p, err := c.r.Value().ReadSlice('\n')
	return strings.TrimSpace(string(p)), err
}

func (c *Conn) Do(cmd string, args ...string) (string, error) {
	if c.err != nil {
		return "", errBroken
	}
	w := c.w.Value()
	w.WriteString(cmd)
	for _, a := range args {
		w.WriteByte(' ')
		w.WriteString(a)
	}
	w.WriteByte('\n')
	if c.err = w.Flush(); c.err != nil {
		return "", c.err
	}
	var answer string
	answer, c.err = c.line()
	return answer, c.err
}

func (c *Conn) Close() error {
	if c.w.IsZero() {
		return nil
	}
	defer rcpool.Drop(&c.r)
	defer rcpool.Drop(&c.w)
	c.err = errBroken
	return c.nc.Close()
}

func serve(nc net.Conn, greeting string) {
	defer nc.Close()
	r := stdpool.BufioReader(nc)
	defer r.Release()
	fmt.Fprintln(nc, greeting)
	for {
		line, err := r.Value().ReadString('\n')
		if err != nil {
			return
		}
		if strings.HasPrefix(line, "QUIT") {
			io.WriteString(nc, "BYE\n")
			return
		}
		io.WriteString(nc, "ECHO "+line)
	}
}

func main() {
	for _, greeting := range []string{"READY", "BUSY"} {
		client, server := net.Pipe()
		done := make(chan struct{})
		go func() {
			defer close(done)
			serve(server, greeting)
		}()
		c, err := Open(client)
		if err != nil {
			fmt.Println(err)
			<-done
			continue
		}
		fmt.Println(c.Do("PING", "a", "b"))
		fmt.Println(c.Do("QUIT"))
		_, err = c.Do("LATE")
		fmt.Println(err != nil)
		fmt.Println(c.Close(), c.Close())
		fmt.Println(c.Do("CLOSED"))
		<-done
	}
}
