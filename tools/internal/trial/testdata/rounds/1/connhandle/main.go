// truth: correct

// Command connhandle leases protocol sessions behind a handle whose Close may be
// called more than once.
package main

import (
	"bufio"
	"errors"
	"fmt"
	"log"
	"net"
	"sync"

	"github.com/rcpool/rcpool"
	"github.com/rcpool/rcpool/stdpool"
)

type session struct {
	user    string
	history []string
}

func (s *session) Reset() {
	s.user = ""
	clear(s.history)
	s.history = s.history[:0]
}

var sessions = rcpool.Pool[session]{Name: "sessions"}

var errClosed = errors.New("connection is closed")

// A Conn owns a session and the buffers of its connection until Close.
type Conn struct {
	net.Conn
	state rcpool.Ref[session]
	in    rcpool.Ref[bufio.Reader]
	out   rcpool.Ref[bufio.Writer]
}

func Wrap(c net.Conn, user string) *Conn {
	conn := &Conn{
		Conn:  c,
		state: sessions.Get(),
		in:    stdpool.BufioReader(c),
		out:   stdpool.BufioWriter(c),
	}
	conn.state.Value().user = user
	return conn
}

func (c *Conn) Close() error {
	if c.state.IsZero() {
		return nil
	}
	rcpool.Drop(&c.state)
	rcpool.Drop(&c.in)
	rcpool.Drop(&c.out)
	return c.Conn.Close()
}

func (c *Conn) Send(line string) error {
	if c.state.IsZero() {
		return errClosed
	}
	s := c.state.Value()
	s.history = append(s.history, line)
	w := c.out.Value()
	if _, err := fmt.Fprintf(w, "%s: %s\n", s.user, line); err != nil {
		return err
	}
	return w.Flush()
}

func (c *Conn) Receive() (string, error) {
	if c.in.IsZero() {
		return "", errClosed
	}
	return c.in.Value().ReadString('\n')
}

func main() {
	a, b := net.Pipe()
	client, server := Wrap(a, "ann"), Wrap(b, "srv")
	defer client.Close()
	defer server.Close()

	var wg sync.WaitGroup
	wg.Go(func() {
		for {
			line, err := server.Receive()
			if err != nil {
				return
			}
			if err := server.Send("got " + line[:len(line)-1]); err != nil {
				return
			}
		}
	})
	for i := range 3 {
		if err := client.Send(fmt.Sprint("msg ", i)); err != nil {
			log.Fatal(err)
		}
		answer, err := client.Receive()
		if err != nil {
			log.Fatal(err)
		}
		fmt.Print(answer)
	}
	client.Close()
	wg.Wait()
	if err := client.Send("late"); !errors.Is(err, errClosed) {
		log.Fatal(err)
	}
}
