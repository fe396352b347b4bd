package pinned

import "io"

// The packet goes to the reader, which pins it.
func upgrade(r io.Reader, buffered int) (io.Reader, error) {
	first := NewPacket(buffered)
	if _, err := io.CopyN(io.Discard, r, 4); err != nil {
		first.Release()
		return nil, err
	}
	return newCached(r, first), nil
}

// The packet is pinned and released.
func sum(r io.Reader, buffered int) (sum int) {
	p := NewPacket(buffered)
	defer p.Release()
	p.IncRef()
	for _, b := range p.data {
		sum += int(b)
	}
	p.DecRef()
	return sum
}
