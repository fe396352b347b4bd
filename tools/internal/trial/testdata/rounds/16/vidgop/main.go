// truth: leak line 34,62 hard

package main

import (
	"fmt"
	"slices"

	"github.com/rcpool/rcpool"
)

type picture struct {
	Number int
	Type   byte
	Data   []byte
}

func (p *picture) Reset() { *p = picture{Data: p.Data[:0]} }

var pictures = rcpool.Pool[picture]{Name: "pictures"}

// decoder keeps the reference pictures of the current group.
type decoder struct {
	refs    map[int]rcpool.Ref[picture]
	maxRefs int
	shown   []int
}

func newDecoder(maxRefs int) *decoder {
	return &decoder{refs: make(map[int]rcpool.Ref[picture], maxRefs), maxRefs: maxRefs}
}

func (d *decoder) decode(kind byte, number int, data []byte) error {
	pic := pictures.Get()
	p := pic.Value()
	p.Number, p.Type = number, kind
	p.Data = append(p.Data, data...)
	switch kind {
	case 'I':
		d.begin()
	case 'P', 'B':
		if len(d.refs) == 0 {
			pic.Release()
			return fmt.Errorf("picture %d without a key picture", number)
		}
		d.predict(p)
	}
	d.shown = append(d.shown, len(p.Data))
	if kind == 'B' {
		pic.Release()
		return nil
	}
	if len(d.refs) == d.maxRefs {
		d.drop(d.oldest())
	}
	d.refs[number] = pic
	return nil
}

// begin starts a new group of pictures.
func (d *decoder) begin() {
	d.refs = make(map[int]rcpool.Ref[picture], d.maxRefs)
}

func (d *decoder) predict(p *picture) {
	base := d.refs[d.oldest()].Value()
	for i := range min(len(p.Data), len(base.Data)) {
		p.Data[i] += base.Data[i]
	}
}

func (d *decoder) oldest() int {
	numbers := make([]int, 0, len(d.refs))
	for n := range d.refs {
		numbers = append(numbers, n)
	}
	return slices.Min(numbers)
}

func (d *decoder) drop(number int) {
	if pic, ok := d.refs[number]; ok {
		pic.Release()
		delete(d.refs, number)
	}
}

func (d *decoder) close() {
	for n := range d.refs {
		d.drop(n)
	}
}

func main() {
	d := newDecoder(3)
	for i, kind := range "BIBPBPPBPIPBBPIP" {
		if err := d.decode(byte(kind), i, []byte{byte(i), byte(i * 3), 7}); err != nil {
			fmt.Println(err)
		}
	}
	d.close()
	fmt.Println(len(d.shown), "in use:", pictures.Stats().InUse)
}
