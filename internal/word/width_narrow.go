//go:build rcpool_narrow

package word

// Widths of the fields of the word (width.go), for the exhaustive test only: a
// slot serves three leases, two references have an identity, three more are
// counted, and an entry identifies three of those.
const (
	generationBits = 2
	identityBits   = 2
	issuedBits     = 2
	extraBits      = 2
	epochBits      = 2
)
