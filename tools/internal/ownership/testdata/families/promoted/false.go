package promoted

import "io"

// Each path releases it.
func readWell(r io.Reader, n int) (int, error) {
	f := NewFrame(n)
	m, err := io.ReadFull(r, f.data)
	if err != nil {
		f.Release()
		return 0, err
	}
	f.Release()
	return m, nil
}

// Two references, two releases.
func retainedWell(n int) int {
	f := NewFrame(n)
	f.Retain()
	f.Release()
	m := f.Len()
	f.Release()
	return m
}

// The result is the caller's.
func made(n int) *Frame {
	f := NewFrame(n)
	f.free = func() { f.data = nil }
	return f
}

// A Page has a Release of its own, which gives the frame up.
type Page struct {
	*Frame
	refs int
}

func NewPage(n int) *Page { return &Page{Frame: NewFrame(n), refs: 1} }

func (p *Page) Retain() { p.refs++ }

func (p *Page) Release() {
	if p.refs--; p.refs == 0 {
		p.Frame.Release()
	}
}

func usePage(n int) int {
	p := NewPage(n)
	defer p.Release()
	return p.Len()
}

// A Window has a frame besides its own count: both are given up.
type Window struct {
	counter
	frame Frame
}

func NewWindow() *Window {
	return &Window{counter: counter{refs: 1}, frame: Frame{counter: counter{refs: 1}}}
}

func useWindow() int {
	w := NewWindow()
	n := w.frame.Len()
	w.frame.Release()
	w.Release()
	return n
}

// The callee releases it.
func handed(n int) {
	f := NewFrame(n)
	giveUp(f)
}

// giveUp owns the frame.
//
//rcpool:owns f
func giveUp(f *Frame) { f.Release() }
