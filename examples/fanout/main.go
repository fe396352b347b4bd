// Command fanout sends each line that a client sends to all clients.
//
// A line is kept once, however many clients there are: it is an object from a
// pool, and each client has a reference to it in its queue. The last client
// that has written the line gives it back. A client that is too slow misses
// lines; it delays nobody.
//
//	go run ./examples/fanout
//	nc localhost 7000          # in as many terminals as you like
//
// Ctrl-C closes all connections and ends the program.
package main

import (
	"bufio"
	"context"
	"flag"
	"fmt"
	"log"
	"net"
	"os"
	"os/signal"
	"sync"
	"syscall"

	"github.com/rcpool/rcpool"
)

func main() {
	addr := flag.String("addr", "localhost:7000", "`address` to listen on")
	flag.Usage = func() {
		fmt.Fprintln(flag.CommandLine.Output(), "fanout sends each line that a TCP client sends to all clients.\n\nFlags:")
		flag.PrintDefaults()
	}
	flag.Parse()
	if flag.NArg() > 0 {
		fmt.Fprintf(os.Stderr, "fanout: unexpected argument %q; -help says more\n", flag.Arg(0))
		os.Exit(2)
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	listener, err := net.Listen("tcp", *addr)
	if err != nil {
		log.Fatal("fanout: ", err)
	}
	log.Printf("listening on %s", listener.Addr())
	if err := new(hub).serve(ctx, listener); err != nil {
		log.Fatal("fanout: ", err)
	}
}

// lines is the pool. A released line keeps its memory for the next one.
var lines = rcpool.Pool[line]{Name: "lines"}

type line struct{ text []byte }

func (l *line) Reset() { l.text = l.text[:0] }

// A hub knows the clients. The zero hub has none.
type hub struct {
	mu      sync.Mutex
	clients map[*client]bool
}

type client struct {
	conn  net.Conn
	queue chan rcpool.Ref[line] // owns what is in it; closed by hub.leave
}

// serve serves clients until ctx is done.
func (h *hub) serve(ctx context.Context, listener net.Listener) error {
	defer context.AfterFunc(ctx, func() { listener.Close() })()
	var clients sync.WaitGroup
	defer clients.Wait()
	for {
		conn, err := listener.Accept()
		if ctx.Err() != nil {
			return nil
		}
		if err != nil {
			return err
		}
		clients.Add(1)
		go func() {
			defer clients.Done()
			defer context.AfterFunc(ctx, func() { conn.Close() })()
			h.talk(conn)
		}()
	}
}

// talk reads the lines of a client until its connection ends.
func (h *hub) talk(conn net.Conn) {
	c := h.join(conn)
	written := make(chan struct{})
	go func() {
		defer close(written)
		c.write()
	}()
	input := bufio.NewScanner(conn)
	for input.Scan() {
		l := lines.Get()
		l.Value().text = append(append(l.Value().text, input.Bytes()...), '\n')
		h.send(l)
	}
	h.leave(c)
	<-written
	conn.Close()
}

// send takes l over, and gives each client a reference of its own.
func (h *hub) send(l rcpool.Ref[line]) {
	defer l.Release()
	h.mu.Lock()
	defer h.mu.Unlock()
	for c := range h.clients {
		mine := l.Retain()
		select {
		case c.queue <- mine:
		default: // the client is too slow
			mine.Release()
		}
	}
}

// write writes the lines in the queue of c until the queue is closed. After an
// error it only releases them.
func (c *client) write() {
	var err error
	for l := range c.queue {
		if err == nil {
			_, err = c.conn.Write(l.Value().text)
		}
		l.Release()
	}
}

func (h *hub) join(conn net.Conn) *client {
	c := &client{conn, make(chan rcpool.Ref[line], 64)}
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.clients == nil {
		h.clients = map[*client]bool{}
	}
	h.clients[c] = true
	return c
}

// leave removes c, to which nothing is sent from then on.
func (h *hub) leave(c *client) {
	h.mu.Lock()
	defer h.mu.Unlock()
	delete(h.clients, c)
	close(c.queue)
}
