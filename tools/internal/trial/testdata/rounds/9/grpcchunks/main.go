// truth: correct
package main

import (
	"errors"
	"fmt"
	"hash/fnv"
	"io"
	"strings"
	"sync"
	"testing/iotest"

	"google.golang.org/grpc/mem"
)

var pool = mem.DefaultBufferPool()

// receive reads chunks until the end of r. The caller owns the slice.
func receive(r io.Reader, chunk int) (_ mem.BufferSlice, err error) {
	var out mem.BufferSlice
	defer func() {
		if err != nil {
			out.Free()
		}
	}()
	for {
		p := pool.Get(chunk)
		n, err := io.ReadFull(r, *p)
		if n == 0 {
			pool.Put(p)
		} else {
			*p = (*p)[:n]
			out = append(out, mem.NewBuffer(p, pool))
		}
		switch err {
		case nil:
		case io.EOF, io.ErrUnexpectedEOF:
			return out, nil
		default:
			return nil, err
		}
	}
}

// tee gives every sink references of its own.
func tee(msg mem.BufferSlice, sinks ...chan<- mem.BufferSlice) {
	for _, s := range sinks {
		msg.Ref()
		s <- msg
	}
}

func digest(msg mem.BufferSlice) (uint64, error) {
	r := msg.Reader()
	defer r.Close()
	h := fnv.New64a()
	_, err := io.Copy(h, r)
	return h.Sum64(), err
}

func main() {
	a, b := make(chan mem.BufferSlice, 4), make(chan mem.BufferSlice, 4)
	var wg sync.WaitGroup
	var size int
	var sums []uint64
	wg.Go(func() {
		for m := range a {
			size += m.Len()
			m.Free()
		}
	})
	wg.Go(func() {
		for m := range b {
			sum, err := digest(m)
			m.Free()
			if err == nil {
				sums = append(sums, sum)
			}
		}
	})
	for _, n := range []int{10, 5000, 4096} {
		msg, err := receive(strings.NewReader(strings.Repeat("x", n)), 2048)
		if err != nil {
			fmt.Println(err)
			continue
		}
		tee(msg, a, b)
		msg.Free()
	}
	_, err := receive(io.MultiReader(strings.NewReader(strings.Repeat("y", 3000)), iotest.ErrReader(errors.New("reset by peer"))), 2048)
	close(a)
	close(b)
	wg.Wait()
	fmt.Println(size, len(sums), err)
}
