// truth: wrong-pool line 84 callee

// Command pagecache reads index and data pages of different sizes.
package main

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"io"
	"sync"
)

const (
	indexPage = 128
	dataPage  = 1024
)

type page struct {
	buf []byte
	off int64
}

var (
	indexPages = sync.Pool{New: func() any { return &page{buf: make([]byte, indexPage)} }}
	dataPages  = sync.Pool{New: func() any { return &page{buf: make([]byte, dataPage)} }}
)

func getIndex() *page { return indexPages.Get().(*page) }

func getData() *page { return dataPages.Get().(*page) }

func putIndex(p *page) {
	p.off = 0
	clear(p.buf)
	indexPages.Put(p)
}

func putData(p *page) {
	p.off = 0
	clear(p.buf)
	dataPages.Put(p)
}

type file struct {
	r     io.ReaderAt
	index int64
}

func (f *file) fill(p *page, off int64) error {
	p.off = off
	_, err := f.r.ReadAt(p.buf, off)
	if err == io.EOF {
		err = nil
	}
	return err
}

func (f *file) locate(key uint64) (int64, error) {
	p := getIndex()
	defer putIndex(p)
	if err := f.fill(p, f.index); err != nil {
		return 0, err
	}
	n := binary.LittleEndian.Uint64(p.buf)
	if key >= n {
		return 0, fmt.Errorf("key %d of %d", key, n)
	}
	return int64(binary.LittleEndian.Uint64(p.buf[8+8*key:])), nil
}

func (f *file) value(key uint64) (string, error) {
	off, err := f.locate(key)
	if err != nil {
		return "", err
	}
	p := getData()
	if err := f.fill(p, off); err != nil {
		putData(p)
		return "", err
	}
	size := binary.LittleEndian.Uint16(p.buf)
	if int(size)+2 > len(p.buf) {
		putIndex(p)
		return "", fmt.Errorf("key %d: bad size %d at %d", key, size, off)
	}
	v := string(p.buf[2 : 2+size])
	putData(p)
	return v, nil
}

func build(values ...string) *file {
	var data, index []byte
	index = binary.LittleEndian.AppendUint64(index, uint64(len(values)))
	for _, v := range values {
		index = binary.LittleEndian.AppendUint64(index, uint64(len(data)))
		size := len(v)
		if v == "corrupt" {
			size = 1 << 15
		}
		data = binary.LittleEndian.AppendUint16(data, uint16(size))
		data = append(data, v...)
	}
	return &file{bytes.NewReader(append(data, index...)), int64(len(data))}
}

func main() {
	f := build("alpha", "beta", "corrupt", "delta")
	var wg sync.WaitGroup
	for k := range uint64(5) {
		wg.Go(func() {
			v, err := f.value(k)
			fmt.Println(k, v, err)
		})
	}
	wg.Wait()
}
