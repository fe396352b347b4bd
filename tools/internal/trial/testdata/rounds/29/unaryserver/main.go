// truth: use-after-release line 83 callee

// Command unaryserver dispatches unary calls: it decodes the request, runs the
// handler, and counts bytes per method.
package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"sync"

	"google.golang.org/grpc/mem"
)

type echoRequest struct {
	Text   string `json:"text"`
	Repeat int    `json:"repeat"`
}

type codec struct {
	pool mem.BufferPool
}

// unmarshal decodes a message.
func (c codec) unmarshal(data mem.BufferSlice, v any) error {
	defer data.Free()
	r := data.Reader()
	defer r.Close()
	if err := json.NewDecoder(r).Decode(v); err != nil {
		return fmt.Errorf("codec: %w", err)
	}
	return nil
}

// marshal encodes a message in chunks. The caller owns the result.
func (c codec) marshal(v any) (mem.BufferSlice, error) {
	text, err := json.Marshal(v)
	if err != nil {
		return nil, err
	}
	var out mem.BufferSlice
	for len(text) > 0 {
		n := min(2048, len(text))
		out = append(out, mem.Copy(text[:n], c.pool))
		text = text[n:]
	}
	return out, nil
}

type method func(decode func(any) error) (any, error)

type server struct {
	codec   codec
	methods map[string]method

	mu  sync.Mutex
	in  map[string]int
	out map[string]int
}

var errUnimplemented = errors.New("unimplemented")

func (s *server) count(m map[string]int, name string, n int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	m[name] += n
}

// call takes over the request. The caller owns the answer.
func (s *server) call(name string, request mem.BufferSlice) (mem.BufferSlice, error) {
	m, ok := s.methods[name]
	if !ok {
		request.Free()
		return nil, fmt.Errorf("%s: %w", name, errUnimplemented)
	}
	var body json.RawMessage
	if err := s.codec.unmarshal(request, &body); err != nil {
		return nil, err
	}
	s.count(s.in, name, request.Len())
	answer, err := m(func(v any) error { return json.Unmarshal(body, v) })
	if err != nil {
		return nil, err
	}
	data, err := s.codec.marshal(answer)
	if err != nil {
		return nil, err
	}
	s.count(s.out, name, data.Len())
	return data, nil
}

func echo(decode func(any) error) (any, error) {
	var req echoRequest
	if err := decode(&req); err != nil {
		return nil, err
	}
	return map[string]string{"text": strings.Repeat(req.Text, req.Repeat)}, nil
}

func main() {
	s := &server{
		codec:   codec{mem.DefaultBufferPool()},
		methods: map[string]method{"echo": echo},
		in:      map[string]int{}, out: map[string]int{},
	}
	for _, name := range []string{"missing", "echo"} {
		request, err := s.codec.marshal(echoRequest{strings.Repeat("abc", 1500), 2})
		if err != nil {
			panic(err)
		}
		answer, err := s.call(name, request)
		if err != nil {
			fmt.Println(err)
			continue
		}
		r := answer.Reader()
		answer.Free()
		n, _ := io.Copy(io.Discard, r)
		_ = r.Close()
		fmt.Println(n, s.in[name], s.out[name])
	}
}
