// Package cleanup has containers of references that are cleaned up element by
// element.
package cleanup

import (
	"errors"

	"github.com/rcpool/rcpool"
)

// A Part is a part of a file that is uploaded.
type Part struct {
	No   int
	Size int
	Data [256]byte
}

var parts = rcpool.Pool[Part]{Name: "parts"}

var errTooLarge = errors.New("part too large")

func fill(p *Part, text string) error {
	if len(text) > len(p.Data) {
		return errTooLarge
	}
	p.Size = copy(p.Data[:], text)
	return nil
}

// An upload owns its parts, by number.
type upload struct {
	byNo  map[int]rcpool.Ref[Part]
	order []int
}

// close releases what the upload still has.
func (u *upload) close() {
	for no, part := range u.byNo {
		part.Release()
		delete(u.byNo, no)
	}
}

// drop releases one part, if it is there.
func (u *upload) drop(no int) {
	if part, ok := u.byNo[no]; ok {
		part.Release()
		delete(u.byNo, no)
	}
}

// dropAll releases the elements and zeroes them.
func dropAll[T any](refs []rcpool.Ref[T]) {
	for i := range refs {
		rcpool.Drop(&refs[i])
	}
}

// A frame has two parts, either of which may be zero.
type frame struct {
	head, body rcpool.Ref[Part]
}

func (f *frame) drop() {
	rcpool.Drop(&f.head)
	rcpool.Drop(&f.body)
}
