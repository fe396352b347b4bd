// truth: correct
package main

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"net"
	"strconv"

	"github.com/rcpool/rcpool/stdpool"
)

var errProtocol = errors.New("protocol error")

// A request owns its arguments, which share one block.
type request struct {
	name string
	args []stdpool.ByteRef
}

func (r *request) release() {
	for i := range r.args {
		r.args[i].Release()
	}
	r.args = nil
}

// readRequest reads "*name length\n" and so many bytes of arguments, which are
// separated by spaces.
func readRequest(in *bufio.Reader) (*request, error) {
	line, err := in.ReadString('\n')
	if err != nil {
		return nil, err
	}
	name, size, ok := bytes.Cut([]byte(line[:len(line)-1]), []byte(" "))
	n, err := strconv.Atoi(string(size))
	if !ok || err != nil || n < 0 || n > 1<<16 {
		return nil, errProtocol
	}
	block := stdpool.Bytes(n)
	defer block.Release()
	if _, err := io.ReadFull(in, block.Value()); err != nil {
		return nil, err
	}
	r := &request{name: string(name)}
	start := 0
	for i, b := range block.Value() {
		if b == ' ' {
			r.args = append(r.args, block.Slice(start, i))
			start = i + 1
		}
	}
	r.args = append(r.args, block.Slice(start, n))
	return r, nil
}

// A store owns its values, which are parts of the requests that set them.
type store map[string]stdpool.ByteRef

func (s store) do(r *request) string {
	switch {
	case r.name == "set" && len(r.args) == 2:
		key := string(r.args[0].Value())
		if old, ok := s[key]; ok {
			old.Release()
		}
		s[key] = r.args[1].Retain()
		return "ok"
	case r.name == "get" && len(r.args) == 1:
		value, ok := s[string(r.args[0].Value())]
		if !ok {
			return "nil"
		}
		return string(value.Value())
	}
	return "error"
}

func (s store) close() {
	for key, value := range s {
		value.Release()
		delete(s, key)
	}
}

func serve(conn net.Conn, s store) error {
	defer conn.Close()
	in := stdpool.BufioReader(conn)
	defer in.Release()
	for {
		r, err := readRequest(in.Value())
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		answer := s.do(r)
		r.release()
		if _, err := fmt.Fprintln(conn, answer); err != nil {
			return err
		}
	}
}

func main() {
	s := store{}
	defer s.close()
	for _, session := range []struct {
		input   string
		answers int
	}{
		{"set 9\na abcdefgget 1\naset 3\na bget 1\naget 1\nz", 5},
		{"set x\n", 0},
	} {
		client, server := net.Pipe()
		done := make(chan error, 1)
		go func() { done <- serve(server, s) }()
		go io.WriteString(client, session.input)
		out := bufio.NewScanner(client)
		for range session.answers {
			if !out.Scan() {
				break
			}
			fmt.Println(out.Text())
		}
		if session.answers > 0 {
			client.Close()
		}
		fmt.Println(<-done)
		client.Close()
	}
}
