// truth: correct

// Command parallel-digest hashes the parts of a file at the same time. All parts
// are in one pooled block, which is given back when the last hash is known.
package main

import (
	"context"
	"crypto/sha1"
	"errors"
	"fmt"
	"io"
	"strings"
	"sync"
)

const partSize = 64

var blocks = sync.Pool{New: func() any { return new([8 * partSize]byte) }}

type digests struct {
	mu   sync.Mutex
	sums map[int][sha1.Size]byte
	err  error
}

func (d *digests) fail(err error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.err == nil {
		d.err = err
	}
}

func hashBlock(ctx context.Context, block []byte, at int, d *digests) {
	var wg sync.WaitGroup
	defer wg.Wait()
	for off := 0; off < len(block); off += partSize {
		part := block[off:min(off+partSize, len(block))]
		wg.Add(1)
		go func() {
			defer wg.Done()
			if ctx.Err() != nil {
				d.fail(ctx.Err())
				return
			}
			sum := sha1.Sum(part)
			d.mu.Lock()
			d.sums[at+off] = sum
			d.mu.Unlock()
		}()
	}
}

func digest(ctx context.Context, r io.Reader) (map[int][sha1.Size]byte, error) {
	d := &digests{sums: map[int][sha1.Size]byte{}}
	block := blocks.Get().(*[8 * partSize]byte)
	defer blocks.Put(block)
	for at := 0; ; {
		n, err := io.ReadFull(r, block[:])
		hashBlock(ctx, block[:n], at, d)
		at += n
		switch {
		case d.err != nil:
			return nil, d.err
		case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
			return d.sums, nil
		case err != nil:
			return nil, err
		}
	}
}

func main() {
	text := strings.Repeat("the quick brown fox ", 100)
	var wg sync.WaitGroup
	for range 3 {
		wg.Go(func() {
			sums, err := digest(context.Background(), strings.NewReader(text))
			if err != nil {
				fmt.Println(err)
			}
			for at, sum := range sums {
				if sha1.Sum([]byte(text[at:min(at+partSize, len(text))])) != sum {
					fmt.Println("bad sum at", at)
				}
			}
		})
	}
	wg.Wait()
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	_, err := digest(ctx, strings.NewReader(text))
	fmt.Println(err)
}
