package exclusiveflags

// The view that owns its page releases it, the other one does not.
func sumViews(other *Page) int {
	own := ownView()
	defer own.close()
	borrowed := borrowView(other)
	defer borrowed.close()
	return int(own.page.Data[0]) + int(borrowed.page.Data[0])
}

// The flag says whether there is a page.
func readPage(cached bool, other *Page) byte {
	v := borrowView(other)
	if !cached {
		v = ownView()
	}
	b := v.page.Data[0]
	v.close()
	return b
}

// One of the two conditions holds, and the block is put back once.
func fill(small bool, data []byte) int {
	block := blocks.Get().(*[4096]byte)
	n := copy(block[:], data)
	if small {
		blocks.Put(block)
	}
	if !small {
		blocks.Put(block)
	}
	return n
}

// The mode decides who puts the block back.
func use(m mode) (int, error) {
	b, err := open(m)
	if err != nil {
		return 0, err
	}
	defer b.close()
	if b.mode == pooled {
		return len(b.block), nil
	}
	return len(b.file), nil
}

// The two flags are never both set.
func process(data []byte, compress, encrypt bool) (byte, error) {
	if compress && encrypt {
		return 0, errMode
	}
	block := blocks.Get().(*[4096]byte)
	copy(block[:], data)
	first := block[0]
	if compress {
		blocks.Put(block)
	}
	if encrypt {
		blocks.Put(block)
	}
	if !compress && !encrypt {
		blocks.Put(block)
	}
	return first, nil
}

// A hasher is of one kind.
func (h *hasher) close() {
	if h.isSum && h.Hash != nil {
		h.Reset()
		sums.Put(h.Hash)
	}
	if h.isSHA && h.Hash != nil {
		h.Reset()
		shas.Put(h.Hash)
	}
	h.Hash = nil
}

// The frame is pinned, so send does not put it back.
func sendPinned(l link, f *frame) error {
	f = f.pin()
	if err := send(l, f); err != nil {
		return err
	}
	frames.Put(f)
	return nil
}
