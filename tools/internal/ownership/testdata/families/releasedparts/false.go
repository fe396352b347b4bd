package releasedparts

import "google.golang.org/grpc/mem"

// Each way closes it.
func rowsClosed(pool mem.BufferPool, b []byte) (int, error) {
	d, err := newDecoder(pool, b)
	if err != nil {
		return 0, err
	}
	defer d.close()
	if !d.step() {
		return 0, errBroken
	}
	return d.rows, nil
}

// The decoder only borrows the buffer on the way that does not release it.
func rowsBorrowed(pool mem.BufferPool, b []byte, max int) (int, error) {
	src := mem.Copy(b, pool)
	defer src.Free()
	d := decoder{src: src}
	for d.step() {
		if d.rows > max {
			return 0, errBroken
		}
	}
	return d.rows, nil
}

// It is closed, or another one has it.
func rowsKept(pool mem.BufferPool, b []byte, s *session) (int, error) {
	d, err := newDecoder(pool, b)
	if err != nil {
		return 0, err
	}
	if d.step() {
		s.keep(d)
		return 0, errBroken
	}
	n := d.rows
	d.close()
	return n, nil
}

// It is closed, or returned.
func rowsReturned(pool mem.BufferPool, b []byte) (*decoder, error) {
	d, err := newDecoder(pool, b)
	if err != nil {
		return nil, err
	}
	if !d.step() {
		d.close()
		return nil, errBroken
	}
	return d, nil
}

// A function that is deferred later closes it.
func rowsCleaned(pool mem.BufferPool, b []byte) (n int, err error) {
	var closers []func()
	defer func() {
		for _, c := range closers {
			c()
		}
	}()
	d, err := newDecoder(pool, b)
	if err != nil {
		return 0, err
	}
	if !d.step() {
		d.close()
		return 0, errBroken
	}
	closers = append(closers, d.close)
	return d.rows, nil
}
