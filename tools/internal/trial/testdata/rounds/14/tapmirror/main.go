// truth: escape line 58 hard

// Command tapmirror mirrors part of the traffic of a proxy to a tap.
package main

import (
	"fmt"
	"io"
	"strings"
	"sync"
)

type chunk struct {
	conn int
	dir  string
	data []byte
}

type buffer struct{ b [64]byte }

var buffers = sync.Pool{New: func() any { return new(buffer) }}

type tap struct {
	in   chan chunk
	done chan struct{}
	seen map[int][]string
}

func newTap() *tap {
	t := &tap{in: make(chan chunk, 16), done: make(chan struct{}), seen: map[int][]string{}}
	go t.run()
	return t
}

func (t *tap) run() {
	defer close(t.done)
	for c := range t.in {
		t.seen[c.conn] = append(t.seen[c.conn], c.dir+string(c.data))
	}
}

func (t *tap) stop() {
	close(t.in)
	<-t.done
}

func relay(id int, dst io.Writer, src io.Reader, t *tap) (n int64, err error) {
	buf := buffers.Get().(*buffer)
	defer buffers.Put(buf)
	for {
		k, rerr := src.Read(buf.b[:])
		if k > 0 {
			if _, err := dst.Write(buf.b[:k]); err != nil {
				return n, err
			}
			n += int64(k)
			if id%2 == 0 {
				t.in <- chunk{conn: id, dir: ">", data: buf.b[:k]}
			}
		}
		if rerr == io.EOF {
			return n, nil
		}
		if rerr != nil {
			return n, rerr
		}
	}
}

func main() {
	t := newTap()
	for id := range 3 {
		var out strings.Builder
		n, err := relay(id, &out, strings.NewReader(strings.Repeat(fmt.Sprint(id), 100)), t)
		fmt.Println(id, n, err, out.Len())
	}
	t.stop()
	fmt.Println(len(t.seen[0]), len(t.seen[1]), len(t.seen[2]))
}
