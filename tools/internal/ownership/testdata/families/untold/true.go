package untold

import (
	"errors"
	"fmt"

	"google.golang.org/grpc/mem"
)

// The deferred call releases it after all errors.
func (c *conn) message(b []byte) error {
	f := frames.Get().(*frame)
	defer f.recycle() // want "double-release: f is released twice"
	if err := f.decode(b); err != nil {
		c.closed = errors.Is(err, errReserved)
		return err
	}
	c.texts = append(c.texts, string(f.payload))
	return nil
}

// The branch for errors does.
func (c *conn) branch(b []byte) error {
	f := frames.Get().(*frame)
	if err := f.decode(b); err != nil {
		f.recycle() // want "double-release: "
		return fmt.Errorf("message: %w", err)
	}
	c.texts = append(c.texts, string(f.payload))
	f.recycle()
	return nil
}

// The error is only counted.
func (c *conn) count(b []byte) (failed int) {
	f := frames.Get().(*frame)
	if f.decode(b) != nil {
		failed++
	}
	f.recycle() // want "double-release: "
	return failed
}

// A counted buffer.
func receive(pool mem.BufferPool, b []byte) (int, error) {
	buf := mem.Copy(b, pool)
	defer buf.Free() // want "double-release: "
	n, err := parse(buf, 1<<20)
	if err != nil {
		return 0, err
	}
	return n, nil
}

// The retry releases it again, too.
func (c *conn) retried(b []byte) error {
	f := frames.Get().(*frame)
	err := f.decode(b)
	for range 3 {
		if err == nil {
			break
		}
		c.closed = true
	}
	f.recycle() // want "double-release: "
	return err
}

// The link is given up before an error, and again.
func (s *shared) checked(name, host string) error {
	l, err := s.get(name)
	if err != nil {
		return err
	}
	if err := l.check(host); err != nil {
		l.Release() // want "double-release: "
		return err
	}
	l.bad++
	l.Release()
	return nil
}

// The number that a callee returns does not tell what it has released.
func (s *station) play(bodies ...string) (heard int) {
	for seq, body := range bodies {
		c := newChunk(seq)
		c.body = append(c.body, body...)
		heard += s.broadcast(c)
		c.release() // want "double-release: "
	}
	return heard
}

// A callee that returns nothing tells nothing.
func (s *station) ring(seq int) {
	c := newChunk(seq)
	defer c.release() // want "double-release: "
	c.body = append(c.body, "ring"...)
	s.announce(c)
}

// The number is looked at, and the chunk is released all the same.
func (s *station) playLoud(seq int) bool {
	c := newChunk(seq)
	if n := s.broadcast(c); n < 2 {
		c.release() // want "double-release: "
		return false
	}
	c.release()
	return true
}

// The chunk is filled by another callee.
func (s *station) playFilled(seq int, body string) int {
	c := newChunk(seq)
	c.fill(body)
	heard := s.broadcast(c)
	c.release() // want "double-release: "
	return heard
}

func (c *chunk) fill(body string) { c.body = append(c.body, body...) }

// The frame of a pool is recycled by a callee that has nothing to do.
func (c *conn) pass(b []byte) int {
	f := frames.Get().(*frame)
	f.payload = append(f.payload[:0], b...)
	n := c.keepText(f)
	f.recycle() // want "double-release: "
	return n
}

func (c *conn) keepText(f *frame) int {
	if len(f.payload) == 0 {
		f.recycle()
		return 0
	}
	c.texts = append(c.texts, string(f.payload))
	return len(c.texts)
}
