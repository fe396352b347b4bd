// truth: correct
package main

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math/bits"
	"sync"
)

const (
	minShift = 6
	classes  = 6
)

type block struct {
	class int
	b     []byte
}

type arena struct {
	pools [classes]sync.Pool
	huge  int
}

func (a *arena) get(n int) *block {
	class := max(bits.Len(uint(n-1))-minShift, 0)
	if class >= classes {
		a.huge++
		return &block{class: -1, b: make([]byte, n)}
	}
	blk, _ := a.pools[class].Get().(*block)
	if blk == nil {
		blk = &block{class: class, b: make([]byte, 1<<(class+minShift))}
	}
	blk.b = blk.b[:n]
	return blk
}

func (a *arena) put(blk *block) {
	if blk.class < 0 {
		return
	}
	blk.b = blk.b[:cap(blk.b)]
	a.pools[blk.class].Put(blk)
}

type command struct {
	op   byte
	args map[string]string
}

var errCorrupt = errors.New("corrupt command")

// decode parses the body. The command shares nothing with it.
func decode(body []byte) (*command, error) {
	if len(body) == 0 {
		return nil, errCorrupt
	}
	c := &command{op: body[0], args: map[string]string{}}
	for _, field := range bytes.Split(body[1:], []byte{';'}) {
		key, val, ok := bytes.Cut(field, []byte{'='})
		if !ok {
			return nil, errCorrupt
		}
		c.args[string(key)] = string(val)
	}
	return c, nil
}

func (a *arena) read(r io.Reader) (*command, error) {
	var head [4]byte
	if _, err := io.ReadFull(r, head[:]); err != nil {
		return nil, err
	}
	n := int(binary.BigEndian.Uint32(head[:]))
	if n == 0 || n > 1<<20 {
		return nil, errCorrupt
	}
	blk := a.get(n)
	defer a.put(blk)
	if _, err := io.ReadFull(r, blk.b); err != nil {
		return nil, err
	}
	return decode(blk.b)
}

func main() {
	a := &arena{}
	var in bytes.Buffer
	for _, body := range []string{"Sa=1;b=2", "Tname=" + string(bytes.Repeat([]byte("x"), 500)), "Q", "Uv=" + string(make([]byte, 5000))} {
		in.Write(binary.BigEndian.AppendUint32(nil, uint32(len(body))))
		in.WriteString(body)
	}
	in.Write([]byte{0, 0, 0, 9, 'x'})
	for range 6 {
		c, err := a.read(&in)
		if err != nil {
			fmt.Println("error:", err)
			continue
		}
		fmt.Println(string(c.op), len(c.args))
	}
	fmt.Println("huge", a.huge)
}
