// truth: wrong-pool line 56 plain
package main

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"io"
	"sync"
)

const (
	headLen = 16
	bodyLen = 4096
)

var (
	heads  = sync.Pool{New: func() any { return new([headLen]byte) }}
	bodies = sync.Pool{New: func() any { b := make([]byte, bodyLen); return &b }}
	spill  = sync.Pool{New: func() any { b := make([]byte, 16*bodyLen); return &b }}
)

type reading struct {
	device uint64
	kind   uint32
	sum    int
}

type decoder struct {
	r     io.Reader
	large int
}

func (d *decoder) next() (reading, error) {
	head := heads.Get().(*[headLen]byte)
	defer heads.Put(head)
	if _, err := io.ReadFull(d.r, head[:]); err != nil {
		return reading{}, err
	}
	rd := reading{device: binary.BigEndian.Uint64(head[:]), kind: binary.BigEndian.Uint32(head[8:])}
	n := int(binary.BigEndian.Uint32(head[12:]))
	if n > 16*bodyLen {
		return reading{}, fmt.Errorf("device %d: body of %d bytes", rd.device, n)
	}
	if n > bodyLen {
		d.large++
		body := spill.Get().(*[]byte)
		defer spill.Put(body)
		if _, err := io.ReadFull(d.r, (*body)[:n]); err != nil {
			return reading{}, err
		}
		rd.sum = sum((*body)[:n])
		return rd, nil
	}
	body := bodies.Get().(*[]byte)
	defer spill.Put(body)
	if _, err := io.ReadFull(d.r, (*body)[:n]); err != nil {
		return reading{}, err
	}
	rd.sum = sum((*body)[:n])
	return rd, nil
}

func sum(b []byte) (s int) {
	for _, c := range b {
		s += int(c)
	}
	return s
}

func main() {
	var in bytes.Buffer
	for i, n := range []int{10, 200, 3000, 5000, 12} {
		var head [headLen]byte
		binary.BigEndian.PutUint64(head[:], uint64(i))
		binary.BigEndian.PutUint32(head[8:], 7)
		binary.BigEndian.PutUint32(head[12:], uint32(n))
		in.Write(head[:])
		in.Write(bytes.Repeat([]byte{1}, n))
	}
	d := &decoder{r: &in}
	for {
		rd, err := d.next()
		if err == io.EOF {
			break
		}
		if err != nil {
			fmt.Println("error:", err)
			break
		}
		fmt.Println(rd)
	}
	fmt.Println("large:", d.large)
}
