package exclusiveflags

// The copy of the view owns the same page.
func sumViewsTwice() int {
	own := ownView()
	defer own.close()
	borrowed := own
	n := int(own.page.Data[0]) + int(borrowed.page.Data[0])
	borrowed.close() // want "double-release: "
	return n
}

// The view of a page that is not cached is not closed.
func readPageLost(cached bool, other *Page) byte {
	v := borrowView(other)
	if !cached {
		v = ownView() // want "leak: "
	}
	b := v.page.Data[0]
	if cached {
		v.close()
	}
	return b
}

// Both conditions may hold.
func fillTwice(small, last bool, data []byte) int {
	block := blocks.Get().(*[4096]byte)
	n := copy(block[:], data)
	if small {
		blocks.Put(block)
	}
	if last {
		blocks.Put(block) // want "double-release: "
	}
	return n
}

// The mode is not changed, and the block is put back twice.
func useTwice() int {
	b := &blob{mode: pooled, block: blocks.Get().(*[4096]byte)}
	defer b.close()
	n := len(b.block)
	if b.mode == pooled {
		blocks.Put(b.block) // want "double-release: "
	}
	return n
}

// The block is read after one of the flags had it put back.
func processLate(data []byte, compress, encrypt bool) byte {
	block := blocks.Get().(*[4096]byte)
	copy(block[:], data)
	if compress {
		blocks.Put(block)
	}
	first := block[0] // want "use-after-release: "
	if !compress {
		blocks.Put(block)
	}
	return first
}

// A stamper may be of both kinds.
func (s *stamper) close() {
	if s.isSum && s.Hash != nil {
		s.Reset()
		sums.Put(s.Hash)
	}
	if s.isSHA && s.Hash != nil {
		s.Reset() // want "use-after-release: "
		shas.Put(s.Hash)
	}
	s.Hash = nil
}

// The frame is not pinned, so send puts it back, too.
func sendLoose(l link, f *frame) error {
	f.pinned = 0
	if err := send(l, f); err != nil {
		return err
	}
	frames.Put(f) // want "double-release: "
	return nil
}
