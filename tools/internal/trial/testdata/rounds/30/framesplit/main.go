// truth: correct

// Command framesplit cuts a byte stream of length-prefixed frames into slices
// that share one block of memory, and decodes them in parallel.
package main

import (
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"sync"

	"github.com/rcpool/rcpool/stdpool"
)

var errShort = errors.New("frame is cut off")

type frame struct {
	index int
	body  stdpool.ByteRef // owned
}

// split sends each frame of block; it borrows block. The frames that were sent
// before an error stay valid.
func split(block *stdpool.ByteRef, out chan<- frame) (int, error) {
	data, pos := block.Value(), 0
	for n := 0; ; n++ {
		rest := data[pos:]
		if len(rest) == 0 {
			return n, nil
		}
		if len(rest) < 2 {
			return n, errShort
		}
		size := int(binary.BigEndian.Uint16(rest))
		if len(rest) < 2+size {
			return n, errShort
		}
		out <- frame{n, block.Slice(pos+2, pos+2+size)}
		pos += 2 + size
	}
}

type decoder struct {
	mu   sync.Mutex
	sums map[int]uint32
}

func (d *decoder) run(in <-chan frame) {
	for f := range in {
		d.decode(f)
	}
}

// decode takes the frame over.
func (d *decoder) decode(f frame) {
	defer f.body.Release()
	if f.body.Len() == 0 {
		return
	}
	sum := crc32.ChecksumIEEE(f.body.Value())
	d.mu.Lock()
	defer d.mu.Unlock()
	d.sums[f.index] = sum
}

func encode(words ...string) stdpool.ByteRef {
	block := stdpool.Bytes(0)
	for _, word := range words {
		block.Append(byte(len(word)>>8), byte(len(word)))
		block.WriteString(word)
	}
	return block
}

func process(block stdpool.ByteRef, workers int) (map[int]uint32, error) {
	defer block.Release()
	d := &decoder{sums: map[int]uint32{}}
	frames := make(chan frame)
	var wg sync.WaitGroup
	for range workers {
		wg.Go(func() { d.run(frames) })
	}
	n, err := split(&block, frames)
	close(frames)
	wg.Wait()
	if err != nil {
		return d.sums, fmt.Errorf("after %d frames: %w", n, err)
	}
	return d.sums, nil
}

func main() {
	sums, err := process(encode("alpha", "", "gamma"), 2)
	fmt.Println(len(sums), err)
	block := encode("delta", "epsilon")
	block.Truncate(block.Len() - 1)
	sums, err = process(block.Move(), 3)
	fmt.Println(len(sums), err, block.IsZero())
}
