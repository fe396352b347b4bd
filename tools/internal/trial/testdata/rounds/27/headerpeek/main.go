// truth: use-after-release line 59 plain

// Headerpeek reads the preamble of PROXY-protocol connections, before the
// connection goes to its real handler.
package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"net"
	"sync"
)

const maxHeader = 107

var headers = sync.Pool{New: func() any { return new([maxHeader]byte) }}

var errHeader = errors.New("proxy protocol: malformed header")

type endpoint struct {
	family string
	source string
	port   int
}

type proxied struct {
	net.Conn
	remote endpoint
}

func (p *proxied) RemoteAddr() net.Addr {
	return &net.TCPAddr{IP: net.ParseIP(p.remote.source), Port: p.remote.port}
}

// readLine reads byte by byte, since what follows belongs to the handler.
func readLine(r io.Reader, into []byte) (int, error) {
	for n := range into {
		if _, err := io.ReadFull(r, into[n:n+1]); err != nil {
			return n, err
		}
		if n > 0 && into[n] == '\n' && into[n-1] == '\r' {
			return n + 1, nil
		}
	}
	return len(into), errHeader
}

func accept(conn net.Conn) (*proxied, error) {
	buf := headers.Get().(*[maxHeader]byte)
	n, err := readLine(conn, buf[:])
	if err != nil {
		headers.Put(buf)
		return nil, err
	}
	fields := bytes.Fields(buf[:n])
	headers.Put(buf)
	if len(fields) != 6 || string(fields[0]) != "PROXY" {
		return nil, errHeader
	}
	p := &proxied{Conn: conn, remote: endpoint{family: string(fields[1]), source: string(fields[2])}}
	if _, err := fmt.Sscan(string(fields[4]), &p.remote.port); err != nil {
		return nil, fmt.Errorf("%w: %v", errHeader, err)
	}
	return p, nil
}

func dial(preamble string) (string, error) {
	near, far := net.Pipe()
	defer near.Close()
	go func() {
		defer far.Close()
		io.WriteString(far, preamble)
	}()
	p, err := accept(near)
	if err != nil {
		return "", err
	}
	rest, err := io.ReadAll(p)
	return fmt.Sprint(p.RemoteAddr(), " ", string(rest)), err
}

func main() {
	fmt.Println(dial("PROXY TCP4 192.0.2.1 198.51.100.1 56324 443\r\nGET / HTTP/1.0"))
	fmt.Println(dial("PROXY UNKNOWN\r\n"))
	fmt.Println(dial("PROXY TCP4 192.0.2.1"))
}
