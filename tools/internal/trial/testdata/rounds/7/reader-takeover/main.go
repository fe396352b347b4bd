// truth: correct

// Command reader-takeover reads the first line of a connection in a handler. The
// handler may take the connection over, with the reader.
package main

import (
	"bufio"
	"fmt"
	"net"
	"strings"
	"sync"
)

var readers = sync.Pool{New: func() any { return bufio.NewReaderSize(nil, 256) }}

type stream struct {
	net.Conn
	in   *bufio.Reader
	once sync.Once
}

func (s *stream) Read(p []byte) (int, error) { return s.in.Read(p) }

func (s *stream) Close() (err error) {
	s.once.Do(func() {
		err = s.Conn.Close()
		s.in.Reset(nil)
		readers.Put(s.in)
		s.in = nil
	})
	return err
}

type server struct {
	streams sync.WaitGroup
	mu      sync.Mutex
	words   []string
}

func (s *server) handle(conn net.Conn) {
	in := readers.Get().(*bufio.Reader)
	in.Reset(conn)
	taken := false
	defer func() {
		if !taken {
			in.Reset(nil)
			readers.Put(in)
			conn.Close()
		}
	}()
	line, err := in.ReadString('\n')
	if err != nil {
		return
	}
	if strings.TrimSpace(line) != "STREAM" {
		fmt.Fprintf(conn, "unknown command %q\n", strings.TrimSpace(line))
		return
	}
	taken = true
	s.streams.Add(1)
	go s.stream(&stream{Conn: conn, in: in})
}

func (s *server) stream(conn *stream) {
	defer s.streams.Done()
	defer conn.Close()
	input := bufio.NewScanner(conn)
	for input.Scan() {
		if input.Text() == "." {
			conn.Close()
			return
		}
		s.mu.Lock()
		s.words = append(s.words, input.Text())
		s.mu.Unlock()
	}
}

func talk(s *server, lines ...string) string {
	client, conn := net.Pipe()
	defer client.Close()
	answer := make(chan string, 1)
	go func() {
		line, _ := bufio.NewReader(client).ReadString('\n')
		answer <- strings.TrimSpace(line)
	}()
	go s.handle(conn)
	for _, line := range lines {
		fmt.Fprintln(client, line)
	}
	return <-answer
}

func main() {
	s := new(server)
	fmt.Println(talk(s, "HELLO"))
	talk(s, "STREAM", "a", "b", ".")
	talk(s, "STREAM", "c", ".")
	s.streams.Wait()
	fmt.Println(len(s.words), "words")
}
