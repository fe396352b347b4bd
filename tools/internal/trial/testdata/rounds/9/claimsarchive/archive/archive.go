// Package archive keeps settled claims.
package archive

import (
	"errors"
	"fmt"
	"sync"

	"github.com/rcpool/rcpool"
)

// Claim is what a customer wants to be paid for.
type Claim struct {
	Number int
	Photos [][]byte
	State  string
}

func (c *Claim) Reset() {
	clear(c.Photos)
	*c = Claim{Photos: c.Photos[:0]}
}

// Claims is where all claims come from.
var Claims = rcpool.Pool[Claim]{Name: "claim"}

// Archive keeps the claims that were settled.
type Archive struct {
	mu    sync.Mutex
	Cases []string
	Limit int
}

var errFull = errors.New("archive is full")

// Store takes the claim over and writes it to the archive.
func (a *Archive) Store(claim rcpool.Ref[Claim]) error {
	a.mu.Lock()
	defer a.mu.Unlock()
	defer claim.Release()
	if len(a.Cases) >= a.Limit {
		return errFull
	}
	a.Cases = append(a.Cases, fmt.Sprintf("%d %s %d", claim.Value().Number, claim.Value().State, len(claim.Value().Photos)))
	return nil
}
