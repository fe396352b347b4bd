// truth: escape line 81 callee

// Command connstats tracks the sessions of a TCP service.
package main

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"sync"

	"github.com/rcpool/rcpool"
)

type Session struct {
	mu     sync.Mutex
	Peer   string
	Reads  int
	Errors int
}

func (s *Session) Reset() { s.Peer, s.Reads, s.Errors = "", 0, 0 }

func (s *Session) bump(err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.Reads++
	if err != nil {
		s.Errors++
	}
}

var sessions = rcpool.Pool[Session]{Name: "sessions"}

type monitor struct {
	mu     sync.Mutex
	worst  *Session
	served int
}

// consider remembers the session with the most reads.
func (m *monitor) consider(s *Session) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.served++
	if m.worst == nil || s.Reads > m.worst.Reads {
		m.worst = s
	}
}

func (m *monitor) report() string {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.worst == nil {
		return "no sessions"
	}
	return fmt.Sprintf("%d served, busiest %s with %d reads", m.served, m.worst.Peer, m.worst.Reads)
}

type server struct {
	monitor
	conns sync.WaitGroup
}

func (s *server) handle(name string, conn net.Conn) {
	defer s.conns.Done()
	defer conn.Close()
	ref := sessions.Get()
	defer ref.Release()
	sess := ref.Value()
	sess.Peer = name
	in := bufio.NewScanner(conn)
	for in.Scan() {
		_, err := fmt.Fprintf(conn, "%s\n", in.Bytes())
		sess.bump(err)
		if err != nil {
			break
		}
	}
	s.consider(sess)
}

func (s *server) serve(name string) net.Conn {
	client, conn := net.Pipe()
	s.conns.Add(1)
	go s.handle(name, conn)
	return client
}

func talk(c net.Conn, n int) error {
	defer c.Close()
	r := bufio.NewReader(c)
	for i := range n {
		if _, err := fmt.Fprintf(c, "msg %d\n", i); err != nil {
			return err
		}
		if _, err := r.ReadString('\n'); err != nil && err != io.EOF {
			return err
		}
	}
	return nil
}

func main() {
	var s server
	fmt.Println(s.report())
	for i, n := range []int{3, 8, 5} {
		if err := talk(s.serve(fmt.Sprint("peer", i)), n); err != nil {
			panic(err)
		}
	}
	s.conns.Wait()
	fmt.Println(s.report())
	check()
}
