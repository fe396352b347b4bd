// truth: double-release line 83,101 hard

// Command videoref is the reference picture logic of a toy video decoder.
package main

import (
	"errors"
	"fmt"

	"github.com/rcpool/rcpool"
)

const blocks = 32

type picture struct {
	number int
	luma   [blocks]int
}

var pictures = rcpool.Pool[picture]{Name: "pictures"}

type packet struct {
	number int
	kind   byte // 'I', 'P' or 'G' for golden
	delta  int
}

type decoder struct {
	last   rcpool.Ref[picture]
	golden rcpool.Ref[picture]
	shown  int
}

var (
	errNoKey = errors.New("no key picture yet")
	errKind  = errors.New("unknown kind of packet")
)

func predict(into *picture, from *picture, delta int) {
	for i := range into.luma {
		into.luma[i] = from.luma[i] + delta
	}
}

// decode makes the next picture the last one.
func (d *decoder) decode(p packet) error {
	cur := pictures.Get()
	defer rcpool.Drop(&cur)
	pic := cur.Value()
	pic.number = p.number
	switch p.kind {
	case 'I':
		for i := range pic.luma {
			pic.luma[i] = p.delta
		}
		rcpool.Drop(&d.golden)
		d.golden = cur.Retain()
	case 'P':
		if d.last.IsZero() {
			return errNoKey
		}
		predict(pic, d.last.Value(), p.delta)
	case 'G':
		if d.golden.IsZero() {
			return errNoKey
		}
		predict(pic, d.golden.Value(), p.delta)
	default:
		return errKind
	}
	rcpool.Drop(&d.last)
	d.last = rcpool.Move(&cur)
	d.shown++
	return nil
}

// rewind shows the golden picture again, as after a seek.
func (d *decoder) rewind() bool {
	if d.golden.IsZero() {
		return false
	}
	rcpool.Drop(&d.last)
	d.last = d.golden
	return true
}

// brightness of the picture that is shown.
func (d *decoder) brightness() int {
	if d.last.IsZero() {
		return -1
	}
	sum := 0
	for _, l := range d.last.Value().luma {
		sum += l
	}
	return sum / blocks
}

func (d *decoder) close() {
	rcpool.Drop(&d.last)
	rcpool.Drop(&d.golden)
}

func play(packets []packet, seek int) {
	d := &decoder{}
	defer d.close()
	for i, p := range packets {
		if err := d.decode(p); err != nil {
			fmt.Println(p.number, err)
			continue
		}
		if i == seek {
			d.rewind()
		}
		fmt.Print(d.brightness(), " ")
	}
	fmt.Println(d.shown)
}

func main() {
	packets := []packet{{0, 'P', 1}, {1, 'I', 50}, {2, 'P', 5}, {3, 'G', -20}, {4, 'x', 0}, {5, 'P', 2}}
	play(packets, -1)
	play(packets, 5)
}
