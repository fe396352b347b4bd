// Package itself has objects that hold the reference to themselves, objects
// that are known by what they are, not by a reference, and objects that borrow
// others for as long as they are leased.
package itself

import (
	"errors"
	"io"

	"github.com/rcpool/rcpool"
)

// A Record holds the reference to itself. Whoever is handed the record calls
// done.
type Record struct {
	Key    string
	Value  []byte
	leased rcpool.Ref[Record]
}

var records = rcpool.Pool[Record]{
	Name:  "records",
	Reset: func(r *Record) { *r = Record{Value: r.Value[:0]} },
}

func (r *Record) done() {
	leased := r.leased
	leased.Release()
}

var errKey = errors.New("record has no key")

func (r *Record) check() error {
	if r.Key == "" {
		return errKey
	}
	return nil
}

// A Frame is part of a film.
type Frame struct {
	Pixels []byte `rcpool:"keep"`
	N      int
}

var frames = rcpool.Pool[Frame]{Name: "frames", Reset: func(f *Frame) { f.N = 0 }}

func paint(f *Frame) { f.N++ }

// A Painter paints on the frame that it was lent.
type Painter struct {
	on    *Frame
	strip []*Frame
	dots  int
}

// Reset lets go of the frame.
func (p *Painter) Reset() { *p = Painter{} }

func (p *Painter) lend(f *Frame) { p.on = f }

func (p *Painter) dot() error {
	p.dots++
	if p.on.N += len(p.on.Pixels); p.on.N < 0 {
		return io.ErrShortWrite
	}
	return nil
}

var painters = rcpool.Pool[Painter]{Name: "painters"}

// A studio has a painter for good.
type studio struct {
	painter rcpool.Ref[Painter]
	own     Painter
}
