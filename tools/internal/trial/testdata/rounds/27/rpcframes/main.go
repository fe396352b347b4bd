// truth: wrong-pool line 58 plain

// Rpcframes encodes calls and replies of a binary RPC protocol. Requests are
// small, replies may be large, so each kind has buffers of its own.
package main

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"sync"
)

var (
	callBuffers  = sync.Pool{New: func() any { return bytes.NewBuffer(make([]byte, 0, 128)) }}
	replyBuffers = sync.Pool{New: func() any { return bytes.NewBuffer(make([]byte, 0, 16<<10)) }}
)

type method func(args []byte, reply *bytes.Buffer) error

type server struct{ methods map[string]method }

func putString(buf *bytes.Buffer, s string) {
	var n [binary.MaxVarintLen64]byte
	buf.Write(n[:binary.PutUvarint(n[:], uint64(len(s)))])
	buf.WriteString(s)
}

func getString(r *bytes.Buffer) (string, error) {
	n, err := binary.ReadUvarint(r)
	if err != nil {
		return "", err
	}
	if n > uint64(r.Len()) {
		return "", io.ErrUnexpectedEOF
	}
	return string(r.Next(int(n))), nil
}

func (s *server) serve(in io.Reader, out io.Writer) error {
	call := callBuffers.Get().(*bytes.Buffer)
	defer callBuffers.Put(call)
	call.Reset()
	if _, err := call.ReadFrom(in); err != nil {
		return err
	}
	name, err := getString(call)
	if err != nil {
		return err
	}
	m, ok := s.methods[name]
	if !ok {
		return fmt.Errorf("rpc: no method %q", name)
	}
	reply := replyBuffers.Get().(*bytes.Buffer)
	defer callBuffers.Put(reply)
	reply.Reset()
	if err := m(call.Bytes(), reply); err != nil {
		reply.Reset()
		putString(reply, "error: "+err.Error())
	}
	_, err = reply.WriteTo(out)
	return err
}

func invoke(s *server, name, args string) (string, error) {
	call := callBuffers.Get().(*bytes.Buffer)
	defer callBuffers.Put(call)
	call.Reset()
	putString(call, name)
	call.WriteString(args)
	reply := replyBuffers.Get().(*bytes.Buffer)
	defer replyBuffers.Put(reply)
	reply.Reset()
	if err := s.serve(call, reply); err != nil {
		return "", err
	}
	return getString(reply)
}

func main() {
	s := &server{methods: map[string]method{
		"upper": func(args []byte, reply *bytes.Buffer) error {
			putString(reply, string(bytes.ToUpper(args)))
			return nil
		},
		"repeat": func(args []byte, reply *bytes.Buffer) error {
			if len(args) == 0 {
				return errors.New("nothing to repeat")
			}
			putString(reply, string(bytes.Repeat(args, 3)))
			return nil
		},
	}}
	fmt.Println(invoke(s, "upper", "abc"))
	fmt.Println(invoke(s, "repeat", "xy"))
	fmt.Println(invoke(s, "repeat", ""))
	fmt.Println(invoke(s, "missing", ""))
}
