package stdpool

// BytesInUse returns how many blocks of p are leased.
func (p *Pools) BytesInUse() uint64 {
	n := p.largeBlocks.Stats().InUse
	for class := range p.blocks {
		n += p.blocks[class].Stats().InUse
	}
	return n
}

// BlockSize returns the size of b's block, in bytes.
func (b ByteRef) BlockSize() int { return cap(b.ref.Value().memory) }
