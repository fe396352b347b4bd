// truth: double-release line 55 callee
package main

import (
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"strings"

	"google.golang.org/grpc/mem"
)

var pool = mem.DefaultBufferPool()

var (
	errSum   = errors.New("checksum mismatch")
	errRoute = errors.New("no route")
)

func seal(body string) mem.Buffer {
	b := pool.Get(4 + len(body))
	binary.BigEndian.PutUint32(*b, crc32.ChecksumIEEE([]byte(body)))
	copy((*b)[4:], body)
	return mem.NewBuffer(b, pool)
}

type upstream struct {
	name  string
	bytes int
}

func (u *upstream) deliver(data mem.Buffer) {
	u.bytes += data.Len()
	data.Free()
}

// verify checks the checksum. It gives a broken message up.
func verify(data mem.Buffer) error {
	raw := data.ReadOnlyData()
	if binary.BigEndian.Uint32(raw) != crc32.ChecksumIEEE(raw[4:]) {
		data.Free()
		return errSum
	}
	return nil
}

type relay struct {
	routes map[byte]*upstream
	log    []string
}

func (r *relay) forward(data mem.Buffer) error {
	if err := verify(data); err != nil {
		data.Free()
		return fmt.Errorf("forward: %w", err)
	}
	u, ok := r.routes[data.ReadOnlyData()[4]]
	if !ok {
		data.Free()
		return errRoute
	}
	u.deliver(data)
	return nil
}

func (r *relay) run(messages []mem.Buffer) {
	for i, m := range messages {
		if err := r.forward(m); err != nil {
			r.log = append(r.log, fmt.Sprint(i, " ", err))
		}
	}
}

func main() {
	r := &relay{routes: map[byte]*upstream{'a': {name: "alpha"}, 'b': {name: "beta"}}}
	var messages []mem.Buffer
	for _, prefix := range []string{"a", "b", "z", "a"} {
		messages = append(messages, seal(prefix+strings.Repeat(".", 2000)))
	}
	r.run(messages)
	fmt.Println(r.log, r.routes['a'].bytes, r.routes['b'].bytes)

	b := pool.Get(3000)
	copy(*b, strings.Repeat("junk", 750))
	r.run([]mem.Buffer{mem.NewBuffer(b, pool)})
	fmt.Println(r.log)
}
