package stdpool

// For the measurement of size classes.
var (
	ClassFor = classFor
	SizeOf   = sizeOf
)

// BytesInUse is how many blocks of p are leased.
func (p *Pools) BytesInUse() uint64 {
	n := p.largeBlocks.Stats().InUse
	for class := range p.blocks {
		n += p.blocks[class].Stats().InUse
	}
	return n
}
