// truth: correct
package main

import (
	"bufio"
	"fmt"
	"net"
	"strings"
	"sync"
)

var (
	readers = sync.Pool{New: func() any { return bufio.NewReaderSize(nil, 512) }}
	writers = sync.Pool{New: func() any { return bufio.NewWriterSize(nil, 512) }}
)

// A link owns its reader and writer. Exactly one of serve and upgrade's
// goroutine gives them back.
type link struct {
	c  net.Conn
	br *bufio.Reader
	bw *bufio.Writer
}

func newLink(c net.Conn) *link {
	br := readers.Get().(*bufio.Reader)
	br.Reset(c)
	bw := writers.Get().(*bufio.Writer)
	bw.Reset(c)
	return &link{c, br, bw}
}

func (l *link) free() {
	l.br.Reset(nil)
	readers.Put(l.br)
	l.bw.Reset(nil)
	writers.Put(l.bw)
	l.br, l.bw = nil, nil
	l.c.Close()
}

type server struct {
	wg    sync.WaitGroup
	mu    sync.Mutex
	echos int
}

func (s *server) serve(c net.Conn) {
	l := newLink(c)
	hijacked := false
	defer func() {
		if !hijacked {
			l.free()
		}
	}()
	for {
		cmd, err := l.br.ReadString('\n')
		if err != nil {
			return
		}
		switch cmd = strings.TrimSpace(cmd); cmd {
		case "PING":
			l.bw.WriteString("PONG\n")
			if l.bw.Flush() != nil {
				return
			}
		case "UPGRADE":
			hijacked = true
			s.wg.Go(func() { s.upgrade(l) })
			return
		default:
			fmt.Fprintf(l.bw, "ERR %s\n", cmd)
			l.bw.Flush()
			return
		}
	}
}

func (s *server) upgrade(l *link) {
	defer l.free()
	for {
		b, err := l.br.ReadByte()
		if err != nil {
			return
		}
		s.mu.Lock()
		s.echos++
		s.mu.Unlock()
		l.bw.WriteByte(b)
		if l.br.Buffered() == 0 && l.bw.Flush() != nil {
			return
		}
	}
}

func main() {
	s := &server{}
	for _, script := range []string{"PING\nPING\n", "UPGRADE\nxyz", "PING\nBAD\n"} {
		a, b := net.Pipe()
		s.wg.Go(func() { s.serve(b) })
		go func() {
			a.Write([]byte(script))
		}()
		want := map[string]int{"P": 10, "U": 3}[script[:1]]
		if strings.Contains(script, "BAD") {
			want = 13
		}
		got := make([]byte, want)
		for n := 0; n < want; {
			k, err := a.Read(got[n:])
			if err != nil {
				panic(err)
			}
			n += k
		}
		fmt.Printf("%q\n", got)
		a.Close()
	}
	s.wg.Wait()
	fmt.Println(s.echos)
}
