// truth: correct
package main

import (
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"strings"
	"sync"
	"testing/iotest"
)

// classes has pools of slices with capacities of 1 KiB, 4 KiB and 16 KiB.
type classes struct{ pools [3]sync.Pool }

func (c *classes) class(n int) int {
	for i := range c.pools {
		if n <= c.size(i) {
			return i
		}
	}
	return -1
}

func (c *classes) size(i int) int { return 1 << (10 + 2*i) }

func (c *classes) get(n int) *[]byte {
	i := c.class(n)
	if i < 0 {
		b := make([]byte, n)
		return &b
	}
	if p, _ := c.pools[i].Get().(*[]byte); p != nil {
		*p = (*p)[:n]
		return p
	}
	b := make([]byte, n, c.size(i))
	return &b
}

func (c *classes) put(p *[]byte) {
	i := c.class(cap(*p))
	if i < 0 || cap(*p) != c.size(i) {
		return // not one of ours
	}
	*p = (*p)[:0]
	c.pools[i].Put(p)
}

var blocks classes

// grow returns a block with the data of p and room for n more bytes. It takes p over.
func grow(p *[]byte, n int) *[]byte {
	old := *p
	if len(old)+n <= cap(old) {
		*p = old[:len(old)+n]
		return p
	}
	q := blocks.get(len(old) + n)
	copy(*q, old)
	blocks.put(p)
	return q
}

// slurp reads all of r. The caller owns the block.
func slurp(r io.Reader, limit int) (*[]byte, error) {
	p := blocks.get(0)
	for {
		used := len(*p)
		p = grow(p, 512)
		n, err := r.Read((*p)[used:])
		*p = (*p)[:used+n]
		switch {
		case err == io.EOF:
			return p, nil
		case err != nil:
			blocks.put(p)
			return nil, err
		case len(*p) > limit:
			blocks.put(p)
			return nil, errors.New("too large")
		}
	}
}

func checksum(r io.Reader) (uint32, int, error) {
	p, err := slurp(r, 40_000)
	if err != nil {
		return 0, 0, err
	}
	defer blocks.put(p)
	return crc32.ChecksumIEEE(*p), len(*p), nil
}

func main() {
	for _, n := range []int{10, 3000, 9000, 20_000, 50_000} {
		fmt.Println(checksum(strings.NewReader(strings.Repeat("r", n))))
	}
	fmt.Println(checksum(iotest.ErrReader(errors.New("line is down"))))
}
