// truth: use-after-release line 46 callee
package main

import (
	"bytes"
	"fmt"
	"io"

	"google.golang.org/grpc/mem"
)

type upstream struct {
	w     io.Writer
	limit int
}

func (u *upstream) forward(b mem.Buffer) error {
	defer b.Free()
	if b.Len() > u.limit {
		return fmt.Errorf("message of %d bytes", b.Len())
	}
	_, err := u.w.Write(b.ReadOnlyData())
	return err
}

type relay struct {
	pool     mem.BufferPool
	up       *upstream
	messages int
	bytes    int
}

func (r *relay) handle(data []byte) error {
	if len(data) == 0 {
		return nil
	}
	msg := mem.Copy(data, r.pool)
	if bytes.HasPrefix(msg.ReadOnlyData(), []byte("quit")) {
		msg.Free()
		return io.EOF
	}
	if err := r.up.forward(msg); err != nil {
		return err
	}
	r.messages++
	r.bytes += len(msg.ReadOnlyData())
	return nil
}

func main() {
	var sink bytes.Buffer
	r := &relay{pool: mem.DefaultBufferPool(), up: &upstream{&sink, 1 << 14}}
	quit := append([]byte("quit"), make([]byte, 2000)...)
	fmt.Println(r.handle(nil), r.handle(quit))
	fmt.Println(r.handle(make([]byte, 1<<15)))
	fmt.Println(r.handle(make([]byte, 3000)))
	fmt.Println(r.messages, r.bytes)
}
