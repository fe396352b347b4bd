// truth: use-after-release line 63 callee
package main

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"strings"

	"github.com/rcpool/rcpool/stdpool"
)

var errNoHost = errors.New("no host header")

// header returns the value of the header, without the white space around it.
func header(head []byte, name string) []byte {
	for len(head) > 0 {
		line, rest, _ := bytes.Cut(head, []byte("\r\n"))
		head = rest
		key, val, ok := bytes.Cut(line, []byte(":"))
		if ok && strings.EqualFold(string(key), name) {
			return bytes.TrimSpace(val)
		}
	}
	return nil
}

type router struct {
	upstreams map[string]string
	fallback  string
}

func (r *router) pick(host []byte) string {
	if i := bytes.IndexByte(host, ':'); i >= 0 {
		host = host[:i]
	}
	if up, ok := r.upstreams[string(host)]; ok {
		return up
	}
	return r.fallback
}

// route reads the head of a request and returns the upstream for it.
func (r *router) route(in *bufio.Reader) (string, error) {
	head := stdpool.Bytes(0)
	for {
		line, err := in.ReadSlice('\n')
		if err != nil {
			head.Release()
			return "", fmt.Errorf("read head: %w", err)
		}
		head.Append(line...)
		if len(bytes.TrimSpace(line)) == 0 {
			break
		}
	}
	host := header(head.Value(), "Host")
	head.Release()
	if host == nil {
		return "", errNoHost
	}
	return r.pick(host), nil
}

func main() {
	r := &router{upstreams: map[string]string{"a.test": "10.0.0.1", "b.test": "10.0.0.2"}, fallback: "10.0.0.9"}
	for _, text := range []string{
		"GET / HTTP/1.1\r\nHost: a.test:80\r\nAccept: */*\r\n\r\n",
		"GET / HTTP/1.1\r\nhost: c.test\r\n\r\n",
		"GET / HTTP/1.0\r\n\r\n",
		"GET / HT",
	} {
		up, err := r.route(bufio.NewReader(strings.NewReader(text)))
		fmt.Println(up, err)
	}
}
