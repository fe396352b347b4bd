// truth: double-release line 68 callee

// Command thriftmem dispatches framed calls whose payloads are counted buffers.
package main

import (
	"encoding/binary"
	"errors"
	"fmt"
	"strings"

	"google.golang.org/grpc/mem"
)

type header struct {
	method string
	seq    uint32
}

var (
	errShort   = errors.New("frame too short")
	errVersion = errors.New("unsupported version")
)

// cutHeader splits the frame into its header and the arguments.
func cutHeader(frame mem.Buffer) (header, mem.Buffer, error) {
	p := frame.ReadOnlyData()
	if len(p) < 7 {
		frame.Free()
		return header{}, nil, errShort
	}
	if p[0] != 1 {
		frame.Free()
		return header{}, nil, errVersion
	}
	n := int(p[1]) + 6
	if len(p) < n {
		frame.Free()
		return header{}, nil, errShort
	}
	h := header{method: string(p[6:n]), seq: binary.BigEndian.Uint32(p[2:])}
	args := frame.Slice(n, len(p))
	frame.Free()
	return h, args, nil
}

type handler func(args []byte) (string, error)

type server struct {
	pool     mem.BufferPool
	handlers map[string]handler
	errors   int
}

func (s *server) encode(version byte, seq uint32, method, args string) mem.Buffer {
	p := s.pool.Get(6 + len(method) + len(args))
	b := append((*p)[:0], version, byte(len(method)))
	b = binary.BigEndian.AppendUint32(b, seq)
	b = append(b, method...)
	*p = append(b, args...)
	return mem.NewBuffer(p, s.pool)
}

func (s *server) dispatch(version byte, seq uint32, method, args string) (string, error) {
	frame := s.encode(version, seq, method, args)
	h, payload, err := cutHeader(frame)
	if err != nil {
		frame.Free()
		s.errors++
		return "", fmt.Errorf("call %d: %w", seq, err)
	}
	defer payload.Free()
	handle, ok := s.handlers[h.method]
	if !ok {
		s.errors++
		return "", fmt.Errorf("call %d: no method %q", h.seq, h.method)
	}
	return handle(payload.ReadOnlyData())
}

func main() {
	s := &server{
		pool: mem.DefaultBufferPool(),
		handlers: map[string]handler{
			"upper": func(args []byte) (string, error) { return strings.ToUpper(string(args)), nil },
			"size":  func(args []byte) (string, error) { return fmt.Sprint(len(args)), nil },
		},
	}
	fmt.Println(s.dispatch(1, 1, "upper", "abc"))
	fmt.Println(s.dispatch(1, 2, "size", strings.Repeat("x", 5000)))
	fmt.Println(s.dispatch(1, 3, "nothing", ""))
	fmt.Println(s.dispatch(2, 4, "size", strings.Repeat("x", 5000)))
	fmt.Println(s.errors)
}
