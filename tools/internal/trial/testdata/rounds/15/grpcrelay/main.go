// truth: use-after-release line 53 callee
package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"

	"google.golang.org/grpc/mem"
)

type upstream struct {
	conn   io.Writer
	budget int
}

var errBudget = errors.New("over budget")

// forward writes the message and frees it.
func (u *upstream) forward(msg mem.Buffer) error {
	defer msg.Free()
	if msg.Len() > u.budget {
		return errBudget
	}
	u.budget -= msg.Len()
	_, err := u.conn.Write(msg.ReadOnlyData())
	return err
}

type relay struct {
	up   *upstream
	dead map[string]int
	pool mem.BufferPool
}

func (r *relay) read(src io.Reader, n int) (mem.Buffer, error) {
	b := r.pool.Get(n)
	if _, err := io.ReadFull(src, *b); err != nil {
		r.pool.Put(b)
		return nil, err
	}
	return mem.NewBuffer(b, r.pool), nil
}

func (r *relay) relay(src io.Reader, n int) error {
	msg, err := r.read(src, n)
	if err != nil {
		return err
	}
	topic := string(msg.ReadOnlyData()[:4])
	if err := r.up.forward(msg); err != nil {
		r.dead[topic] += msg.Len()
		return fmt.Errorf("relay %s: %w", topic, err)
	}
	return nil
}

func main() {
	defer func() {
		if p := recover(); p != nil {
			fmt.Println("panic:", p)
		}
	}()
	var out bytes.Buffer
	r := &relay{&upstream{&out, 5000}, map[string]int{}, mem.DefaultBufferPool()}
	src := bytes.NewReader(bytes.Repeat([]byte("abcd"), 2500))
	fmt.Println(r.relay(src, 3000), out.Len())
	fmt.Println(r.relay(src, 30000) != nil)
	src.Seek(0, io.SeekStart)
	fmt.Println(r.relay(src, 4000), out.Len(), r.dead)
}
