// truth: use-after-release line 80 callee

// Command sstbuild writes sorted tables: data blocks with restart points, and
// an index block.
package main

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"

	"github.com/rcpool/rcpool"
)

type block struct {
	data     []byte
	restarts []uint32
	first    []byte
	entries  int
}

func (b *block) Reset() {
	b.data = b.data[:0]
	b.restarts = b.restarts[:0]
	b.first = b.first[:0]
	b.entries = 0
}

var blocks = rcpool.Pool[block]{Name: "sst.blocks"}

func (b *block) add(key, value []byte) {
	if b.entries%4 == 0 {
		b.restarts = append(b.restarts, uint32(len(b.data)))
	}
	if b.entries == 0 {
		b.first = append(b.first, key...)
	}
	b.data = binary.AppendUvarint(b.data, uint64(len(key)))
	b.data = append(b.data, key...)
	b.data = binary.AppendUvarint(b.data, uint64(len(value)))
	b.data = append(b.data, value...)
	b.entries++
}

type handle struct {
	first  string
	offset int64
	size   int
}

type builder struct {
	w       io.Writer
	offset  int64
	max     int
	current rcpool.Ref[block]
	last    []byte
	index   []handle
	rows    int
}

var errOrder = errors.New("keys are not in order")

func (b *builder) Add(key, value []byte) error {
	if bytes.Compare(key, b.last) <= 0 && b.last != nil {
		return fmt.Errorf("%q after %q: %w", key, b.last, errOrder)
	}
	if b.current.IsZero() {
		b.current = blocks.Get()
	}
	blk := b.current.Value()
	blk.add(key, value)
	b.last = append(b.last[:0], key...)
	if len(blk.data) >= b.max {
		if err := b.writeBlock(); err != nil {
			return err
		}
		b.rows += blk.entries
	}
	return nil
}

// writeBlock ends the current block and adds it to the index.
func (b *builder) writeBlock() error {
	ref := rcpool.Move(&b.current)
	defer ref.Release()
	blk := ref.Value()
	for _, r := range blk.restarts {
		blk.data = binary.LittleEndian.AppendUint32(blk.data, r)
	}
	blk.data = binary.LittleEndian.AppendUint32(blk.data, crc32.ChecksumIEEE(blk.data))
	n, err := b.w.Write(blk.data)
	if err != nil {
		return err
	}
	b.index = append(b.index, handle{string(blk.first), b.offset, n})
	b.offset += int64(n)
	return nil
}

// Close writes what is left, and the index. It must be called once.
func (b *builder) Close() error {
	if !b.current.IsZero() {
		b.rows += b.current.Value().entries
		if err := b.writeBlock(); err != nil {
			return err
		}
	}
	for _, h := range b.index {
		if _, err := fmt.Fprintf(b.w, "%s %d %d\n", h.first, h.offset, h.size); err != nil {
			return err
		}
	}
	return nil
}

func main() {
	var file bytes.Buffer
	b := &builder{w: &file, max: 256}
	for i := range 60 {
		if err := b.Add(fmt.Appendf(nil, "user:%03d", i), bytes.Repeat([]byte{'v'}, i%9)); err != nil {
			panic(err)
		}
	}
	fmt.Println(b.Add([]byte("user:001"), nil))
	if err := b.Close(); err != nil {
		panic(err)
	}
	fmt.Println(len(b.index) > 2, file.Len() > 600)
}
