// truth: leak line 62 callee
package main

import (
	"errors"
	"fmt"
	"io"
	"net"
	"sync"

	"github.com/rcpool/rcpool"
)

type Buffers struct {
	In  [256]byte
	Out []byte
}

var buffers = rcpool.Pool[Buffers]{
	Name:  "session-buffers",
	Reset: func(b *Buffers) { b.In = [256]byte{}; b.Out = b.Out[:0] },
}

type session struct {
	conn net.Conn
	buf  rcpool.Ref[Buffers]
	user string
}

func newSession(conn net.Conn) *session {
	return &session{conn: conn, buf: buffers.Get()}
}

func (s *session) Close() error {
	s.buf.Release()
	return s.conn.Close()
}

func (s *session) readWord() (string, error) {
	b := s.buf.Value()
	for n := 0; n < len(b.In); n++ {
		if _, err := io.ReadFull(s.conn, b.In[n:n+1]); err != nil {
			return "", err
		}
		if b.In[n] == '\n' {
			return string(b.In[:n]), nil
		}
	}
	return "", errors.New("word too long")
}

func (s *session) reply(format string, args ...any) error {
	b := s.buf.Value()
	b.Out = fmt.Appendf(b.Out[:0], format+"\n", args...)
	_, err := s.conn.Write(b.Out)
	return err
}

var errDenied = errors.New("denied")

func handle(conn net.Conn, users map[string]bool) error {
	s := newSession(conn)
	user, err := s.readWord()
	if err != nil {
		return errors.Join(err, s.Close())
	}
	if !users[user] {
		_ = conn.Close()
		return fmt.Errorf("%q: %w", user, errDenied)
	}
	s.user = user
	err = s.reply("welcome %s", s.user)
	return errors.Join(err, s.Close())
}

func main() {
	users := map[string]bool{"ann": true}
	for _, name := range []string{"ann", "eve", ""} {
		client, server := net.Pipe()
		var wg sync.WaitGroup
		wg.Go(func() { fmt.Println("server:", handle(server, users)) })
		if name != "" {
			fmt.Fprintln(client, name)
			answer, _ := io.ReadAll(client)
			fmt.Printf("client: %q\n", answer)
		}
		client.Close()
		wg.Wait()
	}
	fmt.Println("open leases:", buffers.Stats().InUse)
}
