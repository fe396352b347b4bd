// truth: correct

package main

import (
	"bufio"
	"fmt"
	"net"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/rcpool/rcpool"
)

// A Session has the state of a connection. Most sessions live for one command;
// one that is upgraded to a subscription lives until the client leaves.
type Session struct {
	User   string
	Topics []string
	Lines  atomic.Int64
}

func (s *Session) Reset() {
	clear(s.Topics)
	s.User, s.Topics = "", s.Topics[:0]
	s.Lines.Store(0)
}

type server struct {
	sessions    rcpool.Pool[Session]
	mu          sync.Mutex
	subscribers map[string]*Session
	metrics     sync.WaitGroup
	commands    chan int64
}

func (s *server) handle(conn net.Conn) {
	defer conn.Close()
	session := s.sessions.Get()
	defer rcpool.Drop(&session)
	in := bufio.NewScanner(conn)
	for in.Scan() {
		v := session.Value()
		v.Lines.Add(1)
		verb, arg, _ := strings.Cut(in.Text(), " ")
		switch verb {
		case "login":
			v.User = arg
		case "topic":
			v.Topics = append(v.Topics, arg)
		case "count":
			s.count(session.Retain())
		case "subscribe":
			s.metrics.Wait() // nobody else has the session now
			last := rcpool.Move(&session)
			s.subscribe(last.Detach())
			fmt.Fprintln(conn, "subscribed")
			return
		default:
			fmt.Fprintln(conn, "what?")
			return
		}
		fmt.Fprintln(conn, "ok")
	}
}

func (s *server) count(session rcpool.Ref[Session]) {
	s.metrics.Go(func() {
		defer session.Release()
		s.commands <- session.Value().Lines.Load()
	})
}

// subscribe keeps the session for good.
func (s *server) subscribe(session *Session) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.subscribers[session.User] = session
}

func talk(s *server, commands ...string) (last string) {
	client, conn := net.Pipe()
	done := make(chan struct{})
	go func() {
		defer close(done)
		s.handle(conn)
	}()
	out := bufio.NewScanner(client)
	for _, command := range commands {
		fmt.Fprintln(client, command)
		if !out.Scan() {
			break
		}
		last = out.Text()
	}
	client.Close()
	<-done
	return last
}

func main() {
	s := &server{subscribers: make(map[string]*Session), commands: make(chan int64, 8)}
	fmt.Println(talk(s, "login ann", "topic go", "count", "topic news", "subscribe"))
	fmt.Println(talk(s, "login bob", "dance"))
	fmt.Println(talk(s, "login eve", "count", "count"))
	s.metrics.Wait()
	fmt.Println(len(s.commands), s.subscribers["ann"].Topics)
}
