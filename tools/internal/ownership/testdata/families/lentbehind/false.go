package lentbehind

import (
	"io"
	"sync"
)

type text struct{ B []byte }

func (t *text) Write(p []byte) (int, error) { t.B = append(t.B, p...); return len(p), nil }

var texts = sync.Pool{New: func() any { return new(text) }}

type escaper struct{ to io.Writer }

func (e *escaper) Write(p []byte) (int, error) { return e.to.Write(p) }

type page struct {
	html  *escaper
	plain io.Writer
}

var pages = sync.Pool{New: func() any { e := &escaper{}; return &page{html: e, plain: e} }}

func newPage(to io.Writer) *page {
	p := pages.Get().(*page)
	p.html.to = to
	return p
}

func putPage(p *page) {
	p.html.to = nil
	pages.Put(p)
}

func writeList(to io.Writer, items []string) {
	p := newPage(to)
	for _, item := range items {
		io.WriteString(p.html, item)
	}
	putPage(p)
}

// The writer behind the page lets go of the text when the page goes back.
func list(items []string) string {
	t := texts.Get().(*text)
	t.B = t.B[:0]
	writeList(t, items)
	s := string(t.B)
	texts.Put(t)
	return s
}

func writeTitle(to io.Writer, title string) {
	p := pages.Get().(*page)
	p.plain.(*escaper).to = to
	io.WriteString(p.plain, title)
	p.plain.(*escaper).to = nil
	pages.Put(p)
}

// The writer is in an interface.
func title(s string) int {
	t := texts.Get().(*text)
	defer texts.Put(t)
	t.B = t.B[:0]
	writeTitle(t, s)
	return len(t.B)
}

type inflater struct {
	dst, src []byte
	from     *source
}

type source struct {
	in   *inflater
	read int
}

func (s *source) restart(in *inflater) { s.in, s.read = in, 0 }

func (s *source) copyTo(w io.Writer) error {
	_, err := w.Write(s.in.src[s.read:])
	return err
}

func (i *inflater) Write(p []byte) (int, error) { i.dst = append(i.dst, p...); return len(p), nil }

var inflaters sync.Pool

func getInflater() *inflater {
	v := inflaters.Get()
	if v == nil {
		v = &inflater{from: &source{}}
	}
	i := v.(*inflater)
	i.from.restart(i)
	return i
}

func putInflater(i *inflater) {
	i.dst, i.src = nil, nil
	i.from.restart(nil)
	inflaters.Put(i)
}

func inflate(dst, src []byte) ([]byte, error) {
	i := getInflater()
	i.dst, i.src = dst, src
	err := i.from.copyTo(i)
	dst = i.dst
	putInflater(i)
	return dst, err
}

// What the inflater has is nil before it goes back, be it a new one or not.
func size(packed []byte) (int, error) {
	t := texts.Get().(*text)
	var err error
	t.B, err = inflate(t.B[:0], packed)
	n := len(t.B)
	texts.Put(t)
	return n, err
}

type session struct {
	scratch []byte
	steps   int
}

func (s *session) step() { s.steps += len(s.scratch) }

type user struct{ now *session }

var find func(name string) *user

func runIn(name string, scratch []byte) {
	s := find(name).now
	s.scratch = scratch
	s.step()
	s.scratch = nil
}

// The session has the memory only while it runs.
func run(name string) {
	t := texts.Get().(*text)
	runIn(name, t.B)
	texts.Put(t)
}

func swapIn(name string, scratch, next []byte) {
	s := find(name).now
	s.scratch = scratch
	s.step()
	s.scratch = next
}

// Other memory comes after it.
func runThen(name string) {
	t := texts.Get().(*text)
	swapIn(name, t.B, make([]byte, 16))
	texts.Put(t)
}

func serve(users chan *user, scratch []byte) {
	for u := range users {
		u.now.scratch = scratch
		u.now.step()
		u.now.scratch = nil
	}
}

// Each session of a channel lets go of it.
func serveAll(users chan *user) {
	t := texts.Get().(*text)
	defer texts.Put(t)
	serve(users, t.B)
}
