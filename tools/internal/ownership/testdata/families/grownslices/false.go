package grownslices

import (
	"fmt"
	"io"
	"sync"
)

// Pools of what is kept: nobody cuts these.
var arenas = sync.Pool{New: func() any { b := make([]byte, 0, 4096); return &b }}
var squares = sync.Pool{New: func() any { s := make([]int, 0, 8); return &s }}

// The text is cut out of a large block, which is used on.
func inArena(name string) string {
	a := arenas.Get().(*[]byte)
	from := len(*a)
	*a = append(*a, name...)
	text := string((*a)[from:])
	arenas.Put(a)
	return text
}

// The squares that are known are used again.
func sumOfSquares(n int) (sum int) {
	s := squares.Get().(*[]int)
	for len(*s) < n {
		*s = append(*s, len(*s)*len(*s))
	}
	for _, v := range *s {
		sum += v
	}
	squares.Put(s)
	return sum
}

// The whole slice is assigned first.
func describeFresh(names []string) string {
	t := arenas.Get().(*[]byte)
	*t = make([]byte, 0, 64)
	for _, n := range names {
		*t = fmt.Appendf(*t, "%s;", n)
	}
	text := string(*t)
	arenas.Put(t)
	return text
}

// It is read before anything is added: what earlier owners have left is meant.
func pending(w io.Writer, in []byte) error {
	a := arenas.Get().(*[]byte)
	_, err := w.Write(*a)
	*a = append(*a, in...)
	arenas.Put(a)
	return err
}

// The callee empties it.
func throughCallee(w io.Writer, in []byte) {
	a := arenas.Get().(*[]byte)
	*a = append(*a, in...)
	flush(w, a)
	arenas.Put(a)
}

// flush writes all, and begins anew.
func flush(w io.Writer, a *[]byte) {
	w.Write(*a)
	*a = make([]byte, 0, 4096)
}
