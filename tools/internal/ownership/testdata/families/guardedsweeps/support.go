// Package guardedsweeps is about functions that release all that is in a list, but for the places
// where nothing is.
package guardedsweeps

import (
	"sync"

	"github.com/rcpool/rcpool"
)

type frame struct{ data []byte }

func (f *frame) Reset() { *f = frame{data: f.data[:0]} }

var (
	frames rcpool.Pool[frame]
	parts  = sync.Pool{New: func() any { return new(part) }}
)

type ref = rcpool.Ref[frame]

type part struct{ data []byte }

func put(p *part) {
	p.data = p.data[:0]
	parts.Put(p)
}

func releaseAll(refs []ref) {
	for _, r := range refs {
		if !r.IsZero() {
			r.Release()
		}
	}
}

func closeAll(refs []ref) {
	for i := range refs {
		if refs[i].IsZero() {
			continue
		}
		refs[i].Release()
		refs[i] = ref{}
	}
}

func putAll(all []*part) {
	for _, p := range all {
		if p != nil {
			put(p)
		}
	}
}

func releaseMarked(refs []ref, marked []bool) {
	for i, r := range refs {
		if !r.IsZero() && marked[i] {
			r.Release()
		}
	}
}

func sizeAndRelease(refs []ref) (n int) {
	defer releaseAll(refs)
	for _, r := range refs {
		if !r.IsZero() {
			n += len(r.Value().data)
		}
	}
	return n
}

func dropAll(refs []ref) {
	for i := range refs {
		rcpool.Drop(&refs[i])
	}
}
