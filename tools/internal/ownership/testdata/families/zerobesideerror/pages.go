// Package zerobesideerror has functions that return a zero reference and an
// error, which a helper makes.
package zerobesideerror

import (
	"errors"
	"fmt"
	"io"

	"github.com/rcpool/rcpool"
	"github.com/rcpool/rcpool/stdpool"

	"test/families/zerobesideerror/fault"
)

// A Page is a page of a file.
type Page struct {
	No   int
	Size int
	Data [256]byte
}

var pages = rcpool.Pool[Page]{Name: "pages"}

var (
	errNoPage  = errors.New("no such page")
	errCorrupt = errors.New("corrupt page")
)

// translate returns the error of the service for an error of the file.
func translate(err error) error {
	switch {
	case errors.Is(err, io.EOF):
		return errNoPage
	case errors.Is(err, io.ErrUnexpectedEOF):
		return errCorrupt
	default:
		return err
	}
}

// wrap returns nil for nil.
func wrap(no int, err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("page %d: %w", no, err)
}

// A file reads pages. Its first error sticks.
type file struct {
	r      io.Reader
	err    error
	faults map[int]error
}

func (f *file) fail(err error) error {
	if f.err == nil {
		f.err = err
	}
	return f.err
}

// read returns the page, or what translate makes of the error.
func (f *file) read(no int) (rcpool.Ref[Page], error) {
	page := pages.Get()
	p := page.Value()
	p.No = no
	n, err := f.r.Read(p.Data[:])
	if err != nil {
		page.Release()
		return rcpool.Ref[Page]{}, translate(err)
	}
	p.Size = n
	return page, nil
}

// next is like read, but the error sticks.
func (f *file) next() (rcpool.Ref[Page], error) {
	if f.err != nil {
		return rcpool.Ref[Page]{}, f.err
	}
	page, err := f.read(0)
	if err != nil {
		return rcpool.Ref[Page]{}, f.fail(err)
	}
	return page, nil
}

// open returns the page, or the error that is known for it.
func (f *file) open(no int) (rcpool.Ref[Page], error) {
	if err, known := f.faults[no]; known {
		return rcpool.Ref[Page]{}, err
	}
	page := pages.Get()
	page.Value().No = no
	return page, nil
}

// load returns an error of another package.
func load(no int) (page rcpool.Ref[Page], err error) {
	if no < 0 {
		return page, fault.New(404, "page %d", no)
	}
	page = pages.Get()
	page.Value().No = no
	return page, nil
}

// parse describes its error in a deferred call.
func parse(text string) (page rcpool.Ref[Page], err error) {
	defer func() { err = wrap(0, err) }()
	if text == "" {
		return rcpool.Ref[Page]{}, errNoPage
	}
	page = pages.Get()
	page.Value().Size = copy(page.Value().Data[:], text)
	return page, nil
}

// build leases an object of any type and fills it.
func build[T any](pool *rcpool.Pool[T], fill func(*T) error) (rcpool.Ref[T], error) {
	ref := pool.Get()
	if err := fill(ref.Value()); err != nil {
		ref.Release()
		return rcpool.Ref[T]{}, fault.Wrap(500, err)
	}
	return ref, nil
}

// both joins two errors.
func both(first, second int) (rcpool.Ref[Page], error) {
	if err := errors.Join(inRange(first), inRange(second)); err != nil {
		return rcpool.Ref[Page]{}, errors.Join(errCorrupt, err)
	}
	page := pages.Get()
	page.Value().No = first*100 + second
	return page, nil
}

func inRange(no int) error {
	if no < 0 || no > 99 {
		return errNoPage
	}
	return nil
}

// A flight is a request that others wait for.
type flight struct {
	done chan struct{}
	page rcpool.Ref[Page]
	text stdpool.ByteRef
	err  error
}

type group struct{ flights map[string]*flight }

// wait returns the page of a flight, or its error.
func (g *group) wait(key string) (rcpool.Ref[Page], error) {
	f, ok := g.flights[key]
	if !ok {
		return rcpool.Ref[Page]{}, errNoPage
	}
	<-f.done
	if f.err != nil {
		return rcpool.Ref[Page]{}, f.err
	}
	return f.page.Retain(), nil
}

// waitText returns the text.
func (g *group) waitText(key string) (stdpool.ByteRef, error) {
	if f, ok := g.flights[key]; ok {
		<-f.done
		if f.err != nil {
			return stdpool.ByteRef{}, f.err
		}
		return f.text.Retain(), nil
	}
	text := stdpool.Bytes(8)
	return text, nil
}

// textOf returns the text, or what translate makes of the error.
func textOf(r io.Reader) (stdpool.ByteRef, error) {
	text := stdpool.Bytes(64)
	if _, err := io.ReadFull(r, text.Value()); err != nil {
		text.Release()
		return stdpool.ByteRef{}, translate(err)
	}
	return text, nil
}
