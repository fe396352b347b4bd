package ownerbesideerror

import "io"

// The cursor is closed only if there is one.
func value(r io.Reader) (int, error) {
	c, err := open(r)
	if err != nil {
		return 0, err
	}
	defer c.row.Release()
	return c.row.Value().n, nil
}

// The bytes are released only if there are some.
func length(r io.Reader) (int, error) {
	f, err := frame(r)
	if err != nil {
		return 0, err
	}
	n := len(f.Value())
	f.Release()
	return n, nil
}

// Both parts are there if there is no error.
func parts(r io.Reader) (int, error) {
	head, body, err := header(r)
	if err != nil {
		return 0, err
	}
	defer head.Release()
	defer body.Release()
	return len(head.Value()) + len(body.Value()), nil
}

// The loop ends with the first error.
func sum(r io.Reader) (total int) {
	for {
		c, err := open(r)
		if err != nil {
			return total
		}
		total += c.row.Value().n
		c.row.Release()
	}
}
