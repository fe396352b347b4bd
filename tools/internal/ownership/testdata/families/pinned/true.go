// Package pinned has objects whose references only pin them: the last of them does not
// give the object up, but its method Release does.
package pinned

import "io"

// The packet is not released when the header cannot be read.
func upgradeLost(r io.Reader, buffered int) (io.Reader, error) {
	first := NewPacket(buffered) // want "leak: "
	if _, err := io.CopyN(io.Discard, r, 4); err != nil {
		return nil, err
	}
	return newCached(r, first), nil
}

// The pin is taken away, but the packet is not released.
func sumLost(r io.Reader, buffered int) (sum int) {
	p := NewPacket(buffered) // want "leak: "
	p.IncRef()
	for _, b := range p.data {
		sum += int(b)
	}
	p.DecRef()
	return sum
}
