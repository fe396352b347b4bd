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
