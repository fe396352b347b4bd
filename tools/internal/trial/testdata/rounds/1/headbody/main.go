// truth: wrong-pool line 46 plain

// Command headbody copies messages that have a small head and a large body.
package main

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"io"
	"log"
	"sync"
)

const (
	headSize = 8
	bodySize = 4096
)

var heads = sync.Pool{New: func() any { b := make([]byte, headSize); return &b }}

var bodies = sync.Pool{New: func() any { b := make([]byte, bodySize); return &b }}

type Proxy struct {
	dst      io.Writer
	messages int
	bytes    int64
}

// Forward copies one message from src.
func (p *Proxy) Forward(src io.Reader) error {
	head := heads.Get().(*[]byte)
	defer heads.Put(head)
	if _, err := io.ReadFull(src, *head); err != nil {
		return err
	}
	size := int64(binary.BigEndian.Uint64(*head))
	if size < 0 {
		return fmt.Errorf("size %d is negative", size)
	}
	if _, err := p.dst.Write(*head); err != nil {
		return err
	}

	body := bodies.Get().(*[]byte)
	defer heads.Put(body)
	for left := size; left > 0; {
		n := min(left, bodySize)
		chunk := (*body)[:n]
		if _, err := io.ReadFull(src, chunk); err != nil {
			return err
		}
		if _, err := p.dst.Write(chunk); err != nil {
			return err
		}
		left -= n
	}
	p.messages++
	p.bytes += size
	return nil
}

func main() {
	var src, dst bytes.Buffer
	for i := range 10 {
		body := bytes.Repeat([]byte{byte(i)}, 1000*i)
		binary.Write(&src, binary.BigEndian, uint64(len(body)))
		src.Write(body)
	}
	want := bytes.Clone(src.Bytes())
	p := &Proxy{dst: &dst}
	for {
		err := p.Forward(&src)
		if err == io.EOF {
			break
		}
		if err != nil {
			log.Fatal(err)
		}
	}
	if !bytes.Equal(dst.Bytes(), want) {
		log.Fatal("copies differ")
	}
	fmt.Println(p.messages, p.bytes)
}
