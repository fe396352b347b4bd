package replacements

import "google.golang.org/grpc/mem"

// The sum is that of the body.
func (c *codec) sumOfBody(message []byte) (mem.Buffer, int, error) {
	body, err := c.shrink(mem.Copy(message, c.pool))
	if err != nil {
		return nil, 0, err
	}
	return body, int(body.ReadOnlyData()[0]), nil
}

// The variable is assigned.
func (c *codec) assigned(message []byte) (int, error) {
	payload := mem.Copy(message, c.pool)
	payload, err := c.shrink(payload)
	if err != nil {
		return 0, err
	}
	defer payload.Free()
	return payload.Len(), nil
}

// The payload is used only if it is the body.
func (c *codec) compared(message []byte) (n int, err error) {
	payload := mem.Copy(message, c.pool)
	body, err := c.shrink(payload)
	if err != nil {
		return 0, err
	}
	if body == payload {
		n = int(payload.ReadOnlyData()[0])
	}
	body.Free()
	return n, nil
}

// The block is replaced at once.
func filled(texts ...string) (n int) {
	b := blocks.Get().(*block)
	b.data = b.data[:0]
	for _, text := range texts {
		b = grow(b, len(text))
		b.data = append(b.data, text...)
	}
	return len(b.data)
}
