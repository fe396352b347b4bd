package uncounted

import "test/families/uncounted/wire"

// Nobody has to release a buffer without references.
func sizeOf(data []byte) int {
	b := wire.NewOf(data)
	return b.Len()
}

// Neither where the function ends early.
func decode(data []byte, packed bool) (int, error) {
	b := wire.NewOf(data)
	if b.Len() == 0 {
		return 0, errEmpty
	}
	if packed {
		b = wire.NewOf(data[1:])
	}
	return b.Len(), nil
}

// Only the user that the frame gets is taken away again.
func queue(data []byte, free func([]byte)) (int, error) {
	f, err := NewFrame(data, free)
	if err != nil {
		return 0, err
	}
	if len(f.data) > 1000 {
		return 0, errEmpty
	}
	f.Retain()
	defer f.Release()
	return len(f.data), nil
}

// The buffer of the pool has a reference, and gives it up.
func copied(p *wire.Pool, data []byte) int {
	from := wire.NewOf(data)
	to := p.Get()
	defer to.Release()
	return min(from.Len(), to.Len())
}
