//go:build rcpool_narrow

package rcpool

// See width.go. These widths are for the exhaustive test only: a slot serves
// three leases, two references have an identity, three more are counted.
const (
	generationBits = 2
	identityBits   = 2
	issuedBits     = 2
	extraBits      = 2
)
