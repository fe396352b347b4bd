// Package secondplace has structs that have a reference in two places, of which one owns it.
package secondplace

import "github.com/rcpool/rcpool"

type Page struct {
	No   int
	Data []byte
}

var pages = rcpool.Pool[Page]{Name: "pages"}

// A file owns its pages. The last one is easier to find.
type file struct {
	pages []rcpool.Ref[Page]
	last  rcpool.Ref[Page]
	byNo  map[int]rcpool.Ref[Page]
}

func (f *file) grow() *Page {
	p := pages.Get()
	f.pages = append(f.pages, p)
	f.last = p
	return p.Value()
}

func (f *file) number(no int) *Page {
	p := pages.Get()
	f.last = p
	f.byNo[no] = p
	return p.Value()
}

func (f *file) truncate(n int) {
	for i := n; i < len(f.pages); i++ {
		rcpool.Drop(&f.pages[i])
	}
	f.pages = f.pages[:n]
	f.last = rcpool.Ref[Page]{}
	if n > 0 {
		f.last = f.pages[n-1]
	}
}

func (f *file) renumber() {
	for no, p := range f.byNo {
		p.Release()
		delete(f.byNo, no)
	}
	f.last = rcpool.Ref[Page]{}
}

// The list has the pages, until the file is truncated.
func grown(n int) {
	f := &file{}
	for no := range n {
		f.grow().No = no
	}
	f.grow().No = n
	f.truncate(1)
	f.truncate(0)
}

// The map has them.
func numbered(n int) {
	f := &file{byNo: map[int]rcpool.Ref[Page]{}}
	f.number(n).No = n
	f.last = rcpool.Ref[Page]{}
	f.renumber()
}
