package takenover

import "io"

// The connection has the reader.
func dial(r io.Reader) *conn {
	return newConn(config{name: "dial", br: getReader(r)})
}

// What accept returns puts the reader back.
func (h *hub) upgrade(r io.Reader) (io.Closer, error) {
	br, err := h.take(r)
	if err != nil {
		return nil, err
	}
	return h.accept(br)
}
