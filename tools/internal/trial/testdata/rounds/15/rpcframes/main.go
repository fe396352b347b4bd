// truth: wrong-pool line 43 plain
package main

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"sync"
)

type buffer struct{ b []byte }

var (
	headerPool = sync.Pool{New: func() any { return &buffer{make([]byte, 12)} }}
	bodyPool   = sync.Pool{New: func() any { return &buffer{make([]byte, 4096)} }}
)

var errMagic = errors.New("rpc: bad magic")

type frame struct {
	kind uint32
	body string
}

func decode(r io.Reader) (frame, error) {
	h := headerPool.Get().(*buffer)
	defer headerPool.Put(h)
	if _, err := io.ReadFull(r, h.b); err != nil {
		return frame{}, err
	}
	if binary.BigEndian.Uint32(h.b) != 0xCAFE {
		return frame{}, errMagic
	}
	f := frame{kind: binary.BigEndian.Uint32(h.b[4:])}
	n := int(binary.BigEndian.Uint32(h.b[8:]))
	if n > 4096 {
		return frame{}, fmt.Errorf("rpc: frame of %d bytes", n)
	}
	body := bodyPool.Get().(*buffer)
	if _, err := io.ReadFull(r, body.b[:n]); err != nil {
		headerPool.Put(body)
		return frame{}, fmt.Errorf("rpc: body: %w", err)
	}
	f.body = string(body.b[:n])
	bodyPool.Put(body)
	return f, nil
}

func encode(w *bytes.Buffer, kind uint32, body string, cut int) {
	h := headerPool.Get().(*buffer)
	defer headerPool.Put(h)
	binary.BigEndian.PutUint32(h.b, 0xCAFE)
	binary.BigEndian.PutUint32(h.b[4:], kind)
	binary.BigEndian.PutUint32(h.b[8:], uint32(len(body)))
	w.Write(h.b)
	w.WriteString(body[:len(body)-cut])
}

func main() {
	for _, cut := range []int{0, 3, 0, 0} {
		var w bytes.Buffer
		encode(&w, 7, "hello, world", cut)
		f, err := decode(&w)
		fmt.Println(f, err)
	}
}
