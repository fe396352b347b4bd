// truth: correct
package main

import (
	"encoding/binary"
	"fmt"
	"io"

	"google.golang.org/grpc/mem"
)

type tracked struct {
	mem.BufferPool
	open int
}

func (t *tracked) Get(n int) *[]byte { t.open++; return t.BufferPool.Get(n) }
func (t *tracked) Put(b *[]byte)     { t.open--; t.BufferPool.Put(b) }

type message struct {
	keys []uint32
	blob string
}

type codec struct{ pool mem.BufferPool }

// Marshal returns a header and the blob; the caller frees them.
func (c codec) Marshal(m *message) (mem.BufferSlice, error) {
	if len(m.keys) > 1000 {
		return nil, fmt.Errorf("%d keys", len(m.keys))
	}
	head := c.pool.Get(4 + 4*len(m.keys))
	binary.LittleEndian.PutUint32(*head, uint32(len(m.keys)))
	for i, k := range m.keys {
		binary.LittleEndian.PutUint32((*head)[4+4*i:], k)
	}
	var out mem.BufferSlice
	if mem.IsBelowBufferPoolingThreshold(cap(*head)) {
		out = append(out, mem.SliceBuffer(append([]byte(nil), *head...)))
		c.pool.Put(head)
	} else {
		out = append(out, mem.NewBuffer(head, c.pool))
	}
	return append(out, mem.Copy([]byte(m.blob), c.pool)), nil
}

// Unmarshal borrows data.
func (c codec) Unmarshal(data mem.BufferSlice, m *message) error {
	data.Ref()
	r := data.Reader()
	defer data.Free()
	defer r.Close()
	var word [4]byte
	if _, err := io.ReadFull(r, word[:]); err != nil {
		return err
	}
	n := binary.LittleEndian.Uint32(word[:])
	if int(n)*4 > r.Remaining() {
		return io.ErrUnexpectedEOF
	}
	for range n {
		if _, err := io.ReadFull(r, word[:]); err != nil {
			return err
		}
		m.keys = append(m.keys, binary.LittleEndian.Uint32(word[:]))
	}
	rest, err := io.ReadAll(r)
	m.blob = string(rest)
	return err
}

func roundTrip(c codec, in *message) (*message, error) {
	data, err := c.Marshal(in)
	if err != nil {
		return nil, err
	}
	defer data.Free()
	flat := data.MaterializeToBuffer(c.pool)
	defer flat.Free()
	if flat.Len() != data.Len() {
		return nil, io.ErrShortWrite
	}
	out := new(message)
	if err := c.Unmarshal(data, out); err != nil {
		return nil, err
	}
	return out, nil
}

func main() {
	pool := &tracked{BufferPool: mem.DefaultBufferPool()}
	c := codec{pool}
	for _, n := range []int{300, 900, 2000} {
		in := &message{keys: make([]uint32, n), blob: string(make([]byte, n*3))}
		out, err := roundTrip(c, in)
		if err != nil {
			fmt.Println(err)
			continue
		}
		fmt.Println(len(out.keys), len(out.blob))
	}
	fmt.Println("open:", pool.open)
}
