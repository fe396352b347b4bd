package ownerbesideerror

import "io"

// The row is lost if it has the number 0.
func valueOnce(r io.Reader) (int, error) {
	c, err := open(r) // want "leak: "
	if err != nil {
		return 0, err
	}
	if c.row.Value().n == 0 {
		return 0, io.ErrNoProgress
	}
	defer c.row.Release()
	return c.row.Value().n, nil
}

// The bytes are lost.
func lengthOnly(r io.Reader) (int, error) {
	f, err := frame(r) // want "leak: "
	if err != nil {
		return 0, err
	}
	return len(f.Value()), nil
}

// The first part is released twice.
func twoParts(r io.Reader) (int, error) {
	head, body, err := header(r)
	if err != nil {
		return 0, err
	}
	defer head.Release()
	n := len(head.Value()) + len(body.Value())
	body.Release()
	head.Release() // want "double-release: "
	return n, nil
}

// There is no cursor where the error is known to be there.
func closeAlways() int {
	c, err := none()
	if err != nil {
		c.row.Release() // want "zero-ref: "
		return 0
	}
	defer c.row.Release()
	return c.row.Value().n
}

func none() (cursor, error) { return cursor{}, io.EOF }
