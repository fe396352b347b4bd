// Package frames is an API of somebody's own: nothing in its names or types
// says that it counts. The table in ../frames.json does.
package frames

import (
	"errors"
	"sync"
)

// ErrEmpty is returned when the ring has no frame left.
var ErrEmpty = errors.New("frames: ring is empty")

// Ring holds a fixed number of frames.
type Ring struct {
	mu   sync.Mutex
	idle []*Frame
}

var shared = Open(64)

// Open returns a ring of n frames.
func Open(n int) *Ring {
	r := new(Ring)
	for range n {
		r.idle = append(r.idle, &Frame{ring: r, mem: make([]byte, 0, 2048)})
	}
	return r
}

// Grab takes a frame of the shared ring, with one hold on it.
func Grab() *Frame { return shared.Lease() }

// Lease takes a frame, with one hold on it; it panics if there is none.
func (r *Ring) Lease() *Frame {
	f, err := r.TryLease()
	if err != nil {
		panic(err)
	}
	return f
}

// TryLease takes a frame, with one hold on it, unless there is none.
func (r *Ring) TryLease() (*Frame, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if len(r.idle) == 0 {
		return nil, ErrEmpty
	}
	f := r.idle[len(r.idle)-1]
	r.idle = r.idle[:len(r.idle)-1]
	f.holds = 1
	return f, nil
}

// Frame is a frame of a ring.
type Frame struct {
	ring  *Ring
	holds int
	mem   []byte
}

// Keep adds a hold.
func (f *Frame) Keep() {
	f.ring.mu.Lock()
	f.holds++
	f.ring.mu.Unlock()
}

// Done gives a hold up; the last one brings the frame back to its ring.
func (f *Frame) Done() {
	f.ring.mu.Lock()
	defer f.ring.mu.Unlock()
	if f.holds--; f.holds == 0 {
		f.mem = f.mem[:0]
		f.ring.idle = append(f.ring.idle, f)
	}
}

// Return is Done as a function.
func Return(f *Frame) { f.Done() }

// Payload returns the frame's own memory.
func (f *Frame) Payload() []byte { return f.mem }

// Copy returns a copy of the frame's memory.
func (f *Frame) Copy() []byte { return append([]byte(nil), f.mem...) }

// Write appends to the frame.
func (f *Frame) Write(p []byte) (int, error) {
	f.mem = append(f.mem, p...)
	return len(p), nil
}

// Size returns the number of bytes in the frame.
func (f *Frame) Size() int { return len(f.mem) }

// Image is a picture that is counted behind an interface.
type Image interface {
	AddUser()
	Drop()
	Pixels() []byte
}

// Decode returns the picture in p, with one user.
func Decode(p []byte) (Image, error) {
	if len(p) == 0 {
		return nil, ErrEmpty
	}
	return &image{users: 1, pixels: p}, nil
}

type image struct {
	mu     sync.Mutex
	users  int
	pixels []byte
}

func (i *image) AddUser() {
	i.mu.Lock()
	i.users++
	i.mu.Unlock()
}

func (i *image) Drop() {
	i.mu.Lock()
	defer i.mu.Unlock()
	if i.users--; i.users == 0 {
		i.pixels = nil
	}
}

func (i *image) Pixels() []byte { return i.pixels }

// Sheet is scratch memory, which may be lost without harm.
type Sheet struct {
	words []string
}

var sheets = make(chan *Sheet, 16)

// Borrow takes a sheet as its last user left it.
func Borrow() *Sheet {
	select {
	case s := <-sheets:
		return s
	default:
		return new(Sheet)
	}
}

// GiveBack takes the sheet back.
func GiveBack(s *Sheet) {
	select {
	case sheets <- s:
	default:
	}
}

// Add appends a word.
func (s *Sheet) Add(word string) { s.words = append(s.words, word) }

// Words returns the sheet's own memory.
func (s *Sheet) Words() []string { return s.words }

// Clear forgets the words.
func (s *Sheet) Clear() { s.words = s.words[:0] }
