// truth: correct

// Command varintrpc frames RPC messages with varint lengths over a pipe.
package main

import (
	"bufio"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"net"
	"sync"
)

const maxPooled = 16 << 10

// frames holds pointers, so that Put does not allocate.
var frames = sync.Pool{New: func() any {
	b := make([]byte, 0, 512)
	return &b
}}

func lease() *[]byte { return frames.Get().(*[]byte) }

func giveBack(b *[]byte) {
	if cap(*b) > maxPooled {
		return
	}
	*b = (*b)[:0]
	frames.Put(b)
}

type call struct {
	id     uint64
	method string
	args   []byte
}

func appendCall(dst []byte, c call) []byte {
	dst = binary.AppendUvarint(dst, c.id)
	dst = binary.AppendUvarint(dst, uint64(len(c.method)))
	dst = append(dst, c.method...)
	return append(dst, c.args...)
}

func writeCall(w io.Writer, c call) error {
	buf := lease()
	defer giveBack(buf)
	*buf = appendCall(*buf, c)
	var head [binary.MaxVarintLen64]byte
	n := binary.PutUvarint(head[:], uint64(len(*buf)))
	if _, err := w.Write(head[:n]); err != nil {
		return err
	}
	_, err := w.Write(*buf)
	return err
}

var errMalformed = errors.New("malformed call")

// readCall lends the call to handle; args are valid until it returns.
func readCall(r *bufio.Reader, handle func(call) error) error {
	size, err := binary.ReadUvarint(r)
	if err != nil {
		return err
	}
	if size > 1<<20 {
		return errMalformed
	}
	buf := lease()
	defer giveBack(buf)
	if uint64(cap(*buf)) < size {
		*buf = make([]byte, size)
	}
	*buf = (*buf)[:size]
	if _, err := io.ReadFull(r, *buf); err != nil {
		return err
	}
	data := *buf
	id, n := binary.Uvarint(data)
	if n <= 0 {
		return errMalformed
	}
	data = data[n:]
	name, n := binary.Uvarint(data)
	if n <= 0 || uint64(len(data)-n) < name {
		return errMalformed
	}
	data = data[n:]
	return handle(call{id: id, method: string(data[:name]), args: data[name:]})
}

func serve(conn net.Conn) (calls []string, err error) {
	defer conn.Close()
	r := bufio.NewReader(conn)
	for {
		err := readCall(r, func(c call) error {
			if c.method == "quit" {
				return io.EOF
			}
			calls = append(calls, fmt.Sprintf("%d:%s(%d bytes)", c.id, c.method, len(c.args)))
			return nil
		})
		if errors.Is(err, io.EOF) {
			return calls, nil
		}
		if err != nil {
			return calls, err
		}
	}
}

func main() {
	client, server := net.Pipe()
	done := make(chan struct{})
	go func() {
		defer close(done)
		fmt.Println(serve(server))
	}()
	for i, c := range []call{{method: "echo", args: make([]byte, 10)}, {method: "blob", args: make([]byte, 60<<10)}, {method: "quit"}} {
		c.id = uint64(i)
		if err := writeCall(client, c); err != nil {
			fmt.Println(err)
		}
	}
	<-done
}
