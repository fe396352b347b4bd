package releasedparts

import "google.golang.org/grpc/mem"

// The decoder stays open if the first step fails.
func rows(pool mem.BufferPool, b []byte) (int, error) {
	d, err := newDecoder(pool, b) // want "leak: "
	if err != nil {
		return 0, err
	}
	if !d.step() {
		return 0, errBroken
	}
	n := d.rows
	d.close()
	return n, nil
}

// It is made here, and one of two ways releases the buffer.
func rowsHere(pool mem.BufferPool, b []byte, max int) (int, error) {
	d := decoder{src: mem.Copy(b, pool)} // want "leak: "
	for d.step() {
		if d.rows > max {
			return 0, errBroken
		}
	}
	d.src.Free()
	return d.rows, nil
}

// The error of a callee leaves it open.
func rowsOf(pool mem.BufferPool, b []byte, check func(rows int) error) error {
	d, err := newDecoder(pool, b) // want "leak: "
	if err != nil {
		return err
	}
	rows := d.rows
	if err := check(rows); err != nil {
		return err
	}
	d.close()
	return nil
}

// The first one stays open if the second one cannot be made.
func rowsOfTwo(pool mem.BufferPool, b, c []byte) (int, error) {
	first, err := newDecoder(pool, b) // want "leak: "
	if err != nil {
		return 0, err
	}
	second, err := newDecoder(pool, c)
	if err != nil {
		return 0, err
	}
	first.close()
	second.close()
	return first.rows + second.rows, nil
}

// One of three kinds does not close it.
func rowsByKind(pool mem.BufferPool, b []byte) int {
	d := &decoder{src: mem.Copy(b, pool)} // want "leak: "
	switch b[0] {
	case 'a':
		d.close()
		return 1
	case 'b':
		d.src.Free()
		return 2
	}
	return d.rows
}
