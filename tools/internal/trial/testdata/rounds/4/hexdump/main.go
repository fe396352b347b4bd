// truth: escape line 60 callee

// Hexdump formats memory and finds the part of it that a viewer shows.
package main

import (
	"bytes"
	"encoding/hex"
	"fmt"

	"github.com/rcpool/rcpool"
)

type Dump struct {
	Text  []byte
	Lines int
}

func (d *Dump) Reset() {
	d.Text = d.Text[:0]
	d.Lines = 0
}

var dumps = rcpool.Pool[Dump]{
	Name:   "dumps",
	Memory: func(d *Dump) []byte { return d.Text[:cap(d.Text)] },
}

func (d *Dump) add(offset int, data []byte) {
	d.Text = fmt.Appendf(d.Text, "%06x  ", offset)
	d.Text = hex.AppendEncode(d.Text, data)
	d.Text = append(d.Text, '\n')
	d.Lines++
}

// window borrows d: it returns n of its lines, beginning with the first.
func window(d *Dump, first, n int) []byte {
	rest := d.Text
	for ; first > 0; first-- {
		rest = rest[bytes.IndexByte(rest, '\n')+1:]
	}
	end := 0
	for ; n > 0 && end < len(rest); n-- {
		end += bytes.IndexByte(rest[end:], '\n') + 1
	}
	return rest[:end]
}

// Show returns the lines that a screen at the offset shows.
func Show(memory []byte, offset, lines int) ([]byte, error) {
	if offset < 0 || offset > len(memory) {
		return nil, fmt.Errorf("offset %d out of range", offset)
	}
	ref := dumps.Get()
	defer ref.Release()
	d := ref.Value()
	for at := 0; at < len(memory); at += 8 {
		d.add(at, memory[at:min(at+8, len(memory))])
	}
	return window(d, offset/8, lines), nil
}

func main() {
	memory := []byte("the quick brown fox jumps over the lazy dog")
	screens := [][]byte{}
	for _, offset := range []int{0, 16, 40, 99} {
		screen, err := Show(memory, offset, 2)
		if err != nil {
			fmt.Println(err)
			continue
		}
		screens = append(screens, screen)
	}
	for _, s := range screens {
		fmt.Printf("%s--\n", s)
	}
}
