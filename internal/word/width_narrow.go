//go:build rcpool_narrow

package word

// Widths of the fields of the word (width.go), for the exhaustive test only: a
// slot serves three leases, two references have an identity, and three more are
// counted.
const (
	generationBits = 2
	identityBits   = 2
	issuedBits     = 2
	extraBits      = 2
)
