// truth: double-release line 42,35 hard

// Mirrorwrite writes blocks to a primary and a mirror volume.
package main

import (
	"bytes"
	"fmt"
	"io"

	"github.com/rcpool/rcpool"
)

type Block struct {
	Number int
	Data   []byte
}

func (b *Block) Reset() { *b = Block{Data: b.Data[:0]} }

var blocks = rcpool.Pool[Block]{Name: "blocks"}

// A write owns a block for each volume.
type write struct {
	primary, mirror rcpool.Ref[Block]
}

func newWrite(number int, data []byte, mirrored bool) *write {
	ref := blocks.Get()
	b := ref.Value()
	b.Number = number
	b.Data = append(b.Data, data...)
	w := &write{primary: ref}
	if mirrored {
		w.mirror = ref
	}
	return w
}

func (w *write) Close() {
	rcpool.Drop(&w.primary)
	rcpool.Drop(&w.mirror)
}

type Volume struct {
	out io.Writer
	n   int
}

func (v *Volume) put(b *Block) error {
	v.n++
	_, err := fmt.Fprintf(v.out, "%d:%s\n", b.Number, b.Data)
	return err
}

func store(number int, data string, primary, mirror *Volume) error {
	w := newWrite(number, []byte(data), mirror != nil)
	defer w.Close()
	if err := primary.put(w.primary.Value()); err != nil {
		return err
	}
	if w.mirror.IsZero() {
		return nil
	}
	return mirror.put(w.mirror.Value())
}

func main() {
	var left, right bytes.Buffer
	p, m := &Volume{out: &left}, &Volume{out: &right}
	fmt.Println(store(1, "alone", p, nil), p.n)
	fmt.Println(store(2, "twice", p, m), p.n, m.n)
	fmt.Println(left.Len(), right.Len())
}
