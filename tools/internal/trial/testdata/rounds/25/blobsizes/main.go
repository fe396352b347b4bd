// truth: wrong-pool line 101 plain

// Command blobsizes serves blobs through two size classes of buffers.
package main

import (
	"bytes"
	"errors"
	"fmt"
	"hash/adler32"
	"io"
	"strings"
	"sync"
)

const (
	smallSize = 512
	largeSize = 32 << 10
)

type block struct {
	data []byte
	n    int
}

func blockPool(size int) sync.Pool {
	return sync.Pool{New: func() any { return &block{data: make([]byte, size)} }}
}

var (
	smallBlocks = blockPool(smallSize)
	largeBlocks = blockPool(largeSize)
)

var errNotFound = errors.New("blob not found")

type blobStore map[string]string

func (b blobStore) open(name string) (io.Reader, int, error) {
	s, ok := b[name]
	if !ok {
		return nil, 0, fmt.Errorf("%s: %w", name, errNotFound)
	}
	return strings.NewReader(s), len(s), nil
}

func (b blobStore) etag(name string) (uint32, error) {
	r, size, err := b.open(name)
	if err != nil {
		return 0, err
	}
	if size > smallSize {
		return b.etagLarge(r)
	}
	blk := smallBlocks.Get().(*block)
	defer smallBlocks.Put(blk)
	blk.n, err = io.ReadFull(r, blk.data[:size])
	if err != nil {
		return 0, err
	}
	return adler32.Checksum(blk.data[:blk.n]), nil
}

func (b blobStore) etagLarge(r io.Reader) (uint32, error) {
	blk := largeBlocks.Get().(*block)
	defer largeBlocks.Put(blk)
	h := adler32.New()
	_, err := io.CopyBuffer(struct{ io.Writer }{h}, struct{ io.Reader }{r}, blk.data)
	return h.Sum32(), err
}

func (b blobStore) send(w io.Writer, name string) (int64, error) {
	r, size, err := b.open(name)
	if err != nil {
		return 0, err
	}
	if size <= smallSize {
		blk := smallBlocks.Get().(*block)
		blk.n, err = io.ReadFull(r, blk.data[:size])
		if err != nil {
			smallBlocks.Put(blk)
			return 0, err
		}
		n, err := w.Write(blk.data[:blk.n])
		smallBlocks.Put(blk)
		return int64(n), err
	}
	blk := largeBlocks.Get().(*block)
	var total int64
	for {
		blk.n, err = r.Read(blk.data)
		if blk.n > 0 {
			n, werr := w.Write(blk.data[:blk.n])
			total += int64(n)
			if werr != nil {
				largeBlocks.Put(blk)
				return total, werr
			}
		}
		if err == io.EOF {
			smallBlocks.Put(blk)
			return total, nil
		}
		if err != nil {
			largeBlocks.Put(blk)
			return total, err
		}
	}
}

func main() {
	b := blobStore{"icon": strings.Repeat("i", 300), "video": strings.Repeat("v", 100_000)}
	for _, name := range []string{"icon", "video", "icon", "none"} {
		var out bytes.Buffer
		n, err := b.send(&out, name)
		tag, _ := b.etag(name)
		fmt.Printf("%s %d %08x %v\n", name, n, tag, err)
	}
}
