// truth: use-after-release line 34,38 plain
package main

import (
	"bytes"
	"errors"
	"fmt"

	"google.golang.org/grpc/mem"
)

var errProto = errors.New("not a call")

type call struct {
	method string
	meta   map[string]string
	size   int
}

// parse reads the head of a message, and frees the message.
func parse(pool mem.BufferPool, chunks mem.BufferSlice) (call, error) {
	msg := chunks.MaterializeToBuffer(pool)
	chunks.Free()
	data := msg.ReadOnlyData()
	head, body, ok := bytes.Cut(data, []byte("\n\n"))
	if !ok || !bytes.HasPrefix(head, []byte("CALL ")) {
		msg.Free()
		return call{}, errProto
	}
	lines := bytes.Split(head, []byte("\n"))
	c := call{method: string(lines[0][5:]), meta: map[string]string{}, size: len(body)}
	msg.Free()
	for _, line := range lines[1:] {
		k, v, ok := bytes.Cut(line, []byte(": "))
		if !ok {
			return call{}, fmt.Errorf("%w: bad header", errProto)
		}
		c.meta[string(k)] = string(v)
	}
	return c, nil
}

func split(pool mem.BufferPool, s string, size int) mem.BufferSlice {
	var out mem.BufferSlice
	for len(s) > 0 {
		n := min(size, len(s))
		out = append(out, mem.Copy([]byte(s[:n]), pool))
		s = s[n:]
	}
	return out
}

// scrubbing overwrites what comes back.
type scrubbing struct{ mem.BufferPool }

func (s scrubbing) Put(b *[]byte) {
	for i := range *b {
		(*b)[i] = 'x'
	}
	s.BufferPool.Put(b)
}

func main() {
	pool := scrubbing{mem.DefaultBufferPool()}
	body := string(bytes.Repeat([]byte("0123456789"), 300))
	for _, s := range []string{
		"CALL /svc/Get\nuser: ann\ntrace: 17\n\n" + body,
		"CALL /svc/Put\n\n",
		"PING\n\n",
	} {
		fmt.Println(parse(pool, split(pool, s, 1500)))
	}
}
