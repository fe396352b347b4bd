// truth: double-release line 51 callee
package main

import (
	"bytes"
	"errors"
	"fmt"

	"google.golang.org/grpc/mem"
)

var pool = mem.DefaultBufferPool()

type upstream struct {
	name string
	down bool
	got  int
}

// forward passes the message on. It frees it in any case.
func (u *upstream) forward(msg mem.Buffer) error {
	defer msg.Free()
	if u.down {
		return errors.New(u.name + " is down")
	}
	u.got += msg.Len()
	return nil
}

type relay struct {
	upstreams []*upstream
	dead      [][]byte
	turn      int
}

func (r *relay) pick() *upstream {
	u := r.upstreams[r.turn%len(r.upstreams)]
	r.turn++
	return u
}

// accept copies the payload, which belongs to the transport, and relays it.
func (r *relay) accept(payload []byte) (err error) {
	if len(payload) == 0 {
		return errors.New("empty message")
	}
	msg := mem.Copy(payload, pool)
	u := r.pick()
	if err := u.forward(msg); err != nil {
		r.dead = append(r.dead, bytes.Clone(payload))
		msg.Free()
		return err
	}
	return nil
}

func main() {
	r := &relay{upstreams: []*upstream{{name: "a"}, {name: "b", down: true}}}
	payload := bytes.Repeat([]byte("telemetry "), 500)
	fmt.Println(r.accept(nil))
	for range 2 {
		if err := r.accept(payload); err != nil {
			fmt.Println(err)
		}
	}
	fmt.Println(r.upstreams[0].got, len(r.dead))
}
