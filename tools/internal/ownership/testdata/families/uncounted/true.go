package uncounted

import "test/families/uncounted/wire"

// This one has a reference.
func sizeOfNew(size int) (int, error) {
	b := wire.NewSized(size) // want "leak: "
	if b.Len() == 0 {
		return 0, errEmpty
	}
	n := b.Len()
	b.Release()
	return n, nil
}

// The counter of a node begins at 0, and 0 is a reference.
func sizeOfNode(size int) (int, error) {
	n := wire.NewNode(size) // want "leak: "
	if n.Size == 0 {
		return 0, errEmpty
	}
	size = n.Size
	n.DecRef()
	return size, nil
}

// The counter of a chunk begins at 0, and its first release is the last one.
func sizeOfChunk(data []byte) (int, error) {
	c := NewChunk(data) // want "leak: "
	if len(c.data) == 0 {
		return 0, errEmpty
	}
	n := len(c.data)
	c.Release()
	return n, nil
}

// The user that the frame gets is not taken away where it is too long.
func queueLong(data []byte, free func([]byte)) (int, error) {
	f, err := NewFrame(data, free)
	if err != nil {
		return 0, err
	}
	f.Retain() // want "leak: "
	if len(f.data) > 1000 {
		return 0, errEmpty
	}
	n := len(f.data)
	f.Release()
	return n, nil
}
