// Package dep has the functions and types of another package: what they do
// with references is to be learned from their bodies.
package dep

import (
	"errors"
	"fmt"
	"os"

	"github.com/rcpool/rcpool"
)

// A Page is read from a file.
type Page struct {
	No   int
	data []byte
}

// Reset keeps the capacity of the page.
func (p *Page) Reset() {
	p.No = 0
	p.data = p.data[:0]
}

// Data is the page's own until it is released.
func (p *Page) Data() []byte { return p.data }

// Fill appends to the page.
func (p *Page) Fill(s string) { p.data = append(p.data, s...) }

var pages = rcpool.Pool[Page]{Name: "pages"}

// ErrNoPage says that there is no such page.
var ErrNoPage = errors.New("no such page")

// Lease makes an empty page.
func Lease() rcpool.Ref[Page] { return pages.Get() }

// Open reads a page.
func Open(no int) (rcpool.Ref[Page], error) {
	ref := pages.Get()
	defer rcpool.Drop(&ref)
	if no < 0 {
		return rcpool.Ref[Page]{}, ErrNoPage
	}
	ref.Value().No = no
	return rcpool.Move(&ref), nil
}

// Write consumes the page.
func Write(ref rcpool.Ref[Page]) error {
	defer ref.Release()
	if ref.Value().No == 0 {
		return ErrNoPage
	}
	return nil
}

// Check borrows the page.
func Check(p *Page) error {
	if p.No == 0 {
		return ErrNoPage
	}
	return nil
}

// Index reads the page in the background.
func Index(p *Page) {
	go func() { _ = Check(p) }()
}

// A Cache keeps a page for a while.
type Cache struct {
	last *Page
	held rcpool.Ref[Page]
}

// Show remembers the page.
func (c *Cache) Show(p *Page) { c.last = p }

// Keep takes a reference of its own.
func (c *Cache) Keep(ref *rcpool.Ref[Page]) {
	rcpool.Drop(&c.held)
	c.held = ref.Retain()
}

// Close gives up what is kept.
func (c *Cache) Close() { rcpool.Drop(&c.held) }

// A Scanner owns the page that it is at. Close it once.
type Scanner struct {
	page rcpool.Ref[Page]
}

// NewScanner starts with an empty page.
func NewScanner(no int) (*Scanner, error) {
	ref, err := Open(no)
	if err != nil {
		return nil, fmt.Errorf("scanning: %w", err)
	}
	return &Scanner{page: ref}, nil
}

// At is the number of the page.
func (s *Scanner) At() int { return s.page.Value().No }

// Close gives up the page.
func (s *Scanner) Close() { s.page.Release() }

// Exit ends the program.
func Exit(err error) {
	fmt.Fprintln(os.Stderr, err)
	os.Exit(1)
}
