package promoted

import (
	"errors"
	"io"
)

var errShort = errors.New("short")

type counter struct {
	refs int
	free func()
}

func (c *counter) Retain() { c.refs++ }

func (c *counter) Release() {
	if c.refs--; c.refs == 0 && c.free != nil {
		c.free()
	}
}

// A Frame is counted by what it embeds.
type Frame struct {
	counter
	data []byte
}

func NewFrame(n int) *Frame { return &Frame{counter: counter{refs: 1}, data: make([]byte, n)} }

func (f *Frame) Len() int { return len(f.data) }

// A Shot is counted by what a frame embeds.
type Shot struct {
	Frame
	at int
}

func NewShot(at int) *Shot { return &Shot{Frame: Frame{counter: counter{refs: 1}}, at: at} }

// The error path forgets it.
func read(r io.Reader, n int) (int, error) {
	f := NewFrame(n) // want "leak: "
	m, err := io.ReadFull(r, f.data)
	if err != nil {
		return 0, err
	}
	f.Release()
	return m, nil
}

// The length is asked too late.
func lengthAfter(n int) int {
	f := NewFrame(n)
	f.Release()
	return f.Len() // want "use-after-release: "
}

// The deferred call releases it again.
func twice(n int) error {
	f := NewFrame(n)
	defer f.Release()
	if f.Len() == 0 {
		f.Release() // want "double-release: "
		return errShort
	}
	return nil
}

// One of two references is lost.
func retained(n int, out chan<- *Frame) {
	f := NewFrame(n)
	f.Retain()
	if n > 3 {
		f.Release()
		f.Release()
		f.Release() // want "double-release: "
		return
	}
	out <- f
	f.Release()
}

// Through two structs.
func throughTwo(at int) int {
	s := NewShot(at) // want "leak: "
	if at > 3 {
		return s.at
	}
	s.Release()
	return 0
}
