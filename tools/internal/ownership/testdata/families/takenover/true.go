package takenover

import "io"

// The reader is never put back.
func firstByte(r io.Reader) (byte, error) {
	br := getReader(r) // want "leak: "
	return br.ReadByte()
}

// The reader is used after it was put back.
func (h *hub) peek(r io.Reader) ([]byte, error) {
	br, err := h.take(r)
	if err != nil {
		return nil, err
	}
	readers.Put(br)
	return br.Peek(1) // want "use-after-release: "
}
