package replacements

import "google.golang.org/grpc/mem"

// The sum is that of the payload, which may be gone.
func (c *codec) sum(message []byte) (mem.Buffer, int, error) {
	payload := mem.Copy(message, c.pool)
	body, err := c.shrink(payload)
	if err != nil {
		return nil, 0, err
	}
	return body, int(payload.ReadOnlyData()[0]), nil // want "use-after-release: "
}

// Both are released.
func (c *codec) both(message []byte) (int, error) {
	payload := mem.Copy(message, c.pool)
	body, err := c.shrink(payload)
	if err != nil {
		return 0, err
	}
	n := body.Len()
	body.Free()
	payload.Free() // want "double-release: "
	return n, nil
}

// The old block is written.
func fill(texts ...string) (n int) {
	b := blocks.Get().(*block)
	b.data = b.data[:0]
	for _, text := range texts {
		now := grow(b, len(text))
		b.data = append(b.data, text...) // want "use-after-release: "
		n += len(now.data)
		b = now
	}
	return n
}

// A callee reads the payload.
func (c *codec) first(message []byte) (mem.Buffer, byte, error) {
	payload := mem.Copy(message, c.pool)
	body, err := c.shrink(payload)
	if err != nil {
		return nil, 0, err
	}
	return body, firstOf(payload), nil // want "use-after-release: "
}
