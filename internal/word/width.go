//go:build !rcpool_narrow

package word

// Widths of the fields of the word, in bits. The build tag rcpool_narrow
// shrinks them (width_narrow.go), so that the exhaustive test reaches every
// edge: a generation that wraps, identities that run out, a count that is full.
const (
	generationBits = 22 // a slot serves 4,194,303 leases, then it is retired
	identityBits   = 20 // the first 20 references of a lease have an identity in the word
	issuedBits     = 5  // how many of those identities were issued, less one
	extraBits      = 15 // 32,767 references beyond them are counted, and have an entry each
	epochBits      = 42 // an entry identifies 4.4e12 of those, one after the other
)
