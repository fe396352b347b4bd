package untold

import (
	"errors"
	"fmt"

	"google.golang.org/grpc/mem"
)

// The error tells.
func (c *conn) looks(b []byte) error {
	f := frames.Get().(*frame)
	if err := f.decode(b); err != nil {
		if !errors.Is(err, errReserved) {
			f.recycle()
		}
		return err
	}
	c.texts = append(c.texts, string(f.payload))
	f.recycle()
	return nil
}

// A flag tells the deferred function.
func (c *conn) flagged(b []byte) (err error) {
	f := frames.Get().(*frame)
	gone := false
	defer func() {
		if !gone {
			f.recycle()
		}
	}()
	if err = f.decode(b); err != nil {
		gone = errors.Is(err, errReserved)
		return err
	}
	c.texts = append(c.texts, string(f.payload))
	return nil
}

// After an error, the frame is left alone: it is lost, or was given back.
func (c *conn) leaves(b []byte) error {
	f := frames.Get().(*frame)
	if err := f.decode(b); err != nil {
		return err
	}
	c.texts = append(c.texts, string(f.payload))
	f.recycle()
	return nil
}

func (f *frame) fill(b []byte) error {
	if len(b) < 3 {
		return errShort
	}
	if op := b[0] & 0x0f; op > 10 {
		return fmt.Errorf("opcode %d: %w", op, errReserved)
	}
	f.payload = append(f.payload, b[3:]...)
	return nil
}

func (c *conn) fills(b []byte) error {
	f := frames.Get().(*frame)
	defer f.recycle()
	if err := f.fill(b); err != nil {
		return err
	}
	c.texts = append(c.texts, string(f.payload))
	return nil
}

func (c *conn) accept(f *frame, b []byte, owns bool) error {
	if len(b) < 3 {
		return fmt.Errorf("%d bytes: %w", len(b), errShort)
	}
	if b[0] > 10 {
		if owns {
			f.recycle()
		}
		return fmt.Errorf("opcode %d: %w", b[0], errReserved)
	}
	f.payload = append(f.payload, b...)
	return nil
}

// The function is told not to release the frame.
func (c *conn) lends(b []byte) error {
	f := frames.Get().(*frame)
	defer f.recycle()
	return c.accept(f, b, false)
}

func (f *frame) next(b []byte) (gone bool, err error) {
	if len(b) < 3 {
		return false, errShort
	}
	if b[0] > 10 {
		f.recycle()
		return true, errReserved
	}
	return false, nil
}

func (c *conn) told(b []byte) error {
	f := frames.Get().(*frame)
	gone, err := f.next(b)
	if !gone {
		f.recycle()
	}
	return err
}

func receiveWell(pool mem.BufferPool, b []byte) (int, error) {
	buf := mem.Copy(b, pool)
	defer buf.Free()
	buf.Ref()
	n, err := parse(buf, 1<<20)
	if err != nil {
		return 0, err
	}
	buf.Free()
	return n, nil
}

type guarded struct {
	frame
	gone bool
}

func (g *guarded) drop() {
	if !g.gone {
		g.gone = true
		frames.Put(&g.frame)
	}
}

func (g *guarded) decode(b []byte) error {
	if len(b) > 3 {
		g.drop()
		return fmt.Errorf("%d bytes", len(b))
	}
	if len(b) == 0 {
		return fmt.Errorf("empty: %w", errShort)
	}
	return nil
}

// The frame remembers that it was given back.
func guard(b []byte) error {
	g := &guarded{}
	defer g.drop()
	return g.decode(b)
}

// A link that fails often leaves the map, which has a reference of its own.
func (s *shared) request(host string, bad bool) error {
	l, err := s.get(host)
	if err != nil {
		return err
	}
	defer l.Release()
	if bad {
		l.bad++
	}
	if l.bad > 1 {
		s.forget(l)
	}
	return nil
}

// The number tells.
func (s *station) playTold(seq int) int {
	c := newChunk(seq)
	n := s.broadcast(c)
	if n > 0 {
		c.release()
	}
	return n
}

// Somebody listens.
func (s *station) playChecked(seq int) int {
	if len(s.listeners) == 0 {
		return 0
	}
	c := newChunk(seq)
	n := s.broadcast(c)
	c.release()
	return n
}

// The callee may release the reference of the map, which is none of this function's.
func (s *station) playPinned(seq int, play func()) {
	c := newChunk(seq)
	s.pin(c)
	play()
	s.unpin(c)
	c.release()
}

// The callee releases only what it has retained.
func (s *station) playOffered(seq int) int {
	c := newChunk(seq)
	defer c.release()
	return s.offer(c)
}

// This function has a second reference.
func (s *station) playTwice(seq int) int {
	c := newChunk(seq)
	c.retain()
	n := s.broadcast(c)
	n += s.broadcast(c)
	return n
}
