// truth: double-release line 47,57 callee
package main

import (
	"errors"
	"fmt"
	"strings"

	"github.com/rcpool/rcpool"
)

type Reply struct {
	ID   int
	Text string
	Err  string
}

type conn struct {
	out    strings.Builder
	closed bool
}

var errClosed = errors.New("connection is closed")

type service struct {
	replies rcpool.Pool[Reply]
	words   map[string]string
}

// finish sends the reply to the client and gives it back.
func finish(c *conn, reply rcpool.Ref[Reply]) error {
	defer reply.Release()
	if c.closed {
		return errClosed
	}
	r := reply.Value()
	if r.Err != "" {
		_, err := fmt.Fprintf(&c.out, "%d error %s\n", r.ID, r.Err)
		return err
	}
	_, err := fmt.Fprintf(&c.out, "%d ok %s\n", r.ID, r.Text)
	return err
}

func (s *service) handle(c *conn, id int, word string) error {
	reply := s.replies.Get()
	defer reply.Release()
	r := reply.Value()
	r.ID = id
	if word == "" {
		return errors.New("empty request")
	}
	var ok bool
	if r.Text, ok = s.words[word]; !ok {
		r.Err = "unknown word " + word
	}
	return finish(c, reply)
}

func main() {
	s := &service{words: map[string]string{"tree": "Baum"}}
	c := &conn{}
	fmt.Println(s.handle(c, 1, ""))
	fmt.Println(s.handle(c, 2, "tree"))
	fmt.Println(s.handle(c, 3, "house"))
	fmt.Print(c.out.String())
}
