// truth: double-release line 43,51 hard

// Command assembler downloads the parts of an object and joins them.
package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"log"

	"github.com/rcpool/rcpool"
)

type Part struct {
	Index int
	Data  []byte
}

func (p *Part) Reset() { p.Index, p.Data = 0, p.Data[:0] }

var parts = rcpool.Pool[Part]{Name: "parts"}

var errMissing = errors.New("part is missing")

type bucket map[int]string

func (b bucket) fetch(p *Part) error {
	data, ok := b[p.Index]
	if !ok {
		return fmt.Errorf("%w: %d", errMissing, p.Index)
	}
	p.Data = append(p.Data, data...)
	return nil
}

// Assemble writes the parts to w in the given order.
func Assemble(w io.Writer, b bucket, order []int) (int64, error) {
	got := make([]rcpool.Ref[Part], 0, len(order))
	defer func() {
		for _, part := range got {
			part.Release()
		}
	}()
	for i := range order {
		part := parts.Get()
		part.Value().Index = i
		got = append(got, part)
		if err := b.fetch(part.Value()); err != nil {
			part.Release()
			return 0, err
		}
	}
	var written int64
	for _, at := range order {
		if at >= len(got) {
			return written, errMissing
		}
		n, err := w.Write(got[at].Value().Data)
		written += int64(n)
		if err != nil {
			return written, err
		}
	}
	return written, nil
}

func main() {
	b := bucket{0: "hello ", 1: "pooled ", 2: "world"}
	var out bytes.Buffer
	n, err := Assemble(&out, b, []int{2, 0, 1})
	if err != nil || n != 18 {
		log.Fatal(n, err)
	}
	fmt.Println(out.String())
	if _, err := Assemble(&out, b, []int{0, 7, 1}); !errors.Is(err, errMissing) {
		log.Fatal(err)
	}
	if _, err := Assemble(&out, b, []int{0, 1, 2, 3}); !errors.Is(err, errMissing) {
		log.Fatal(err)
	}
}
