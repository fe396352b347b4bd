// Package takenlists is about lists that a function takes out of a field, or gets, and passes on to
// functions that release all that is in them.
package takenlists

import "github.com/rcpool/rcpool"

type packet struct{ size int }

func (p *packet) Reset() { *p = packet{} }

var packets rcpool.Pool[packet]

type batch []rcpool.Ref[packet]

func (b batch) free() {
	for _, p := range b {
		p.Release()
	}
}

func (b batch) size() (n int) {
	for _, p := range b {
		n += p.Value().size
	}
	return n
}

// write takes the packets over.
func write(b batch, max int) bool {
	defer b.free()
	return b.size() <= max
}

func forward(b batch) { write(b, 1<<20) }
