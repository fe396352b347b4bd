package stdpool

import (
	"crypto"
	"fmt"
	"hash"

	"github.com/rcpool/rcpool"
)

// A Hasher is a hash.Hash as an object to pool. Hash leases those of the
// package crypto. To pool others, declare a pool: the Hasher knows how to reset
// itself.
//
//	var sums = rcpool.Pool[stdpool.Hasher]{
//		Name: "fnv",
//		New:  func() *stdpool.Hasher { return &stdpool.Hasher{Hash: fnv.New64a()} },
//	}
//
// A keyed hash, such as that of crypto/hmac, keeps its key when it is reset: it
// needs a pool for each key.
type Hasher struct{ hash.Hash }

// Reset resets the hash to its initial state.
func (h *Hasher) Reset() { h.Hash.Reset() }

// Hash leases a hash from Default. See Pools.Hash.
func Hash(algorithm crypto.Hash) rcpool.Ref[Hasher] { return Default.Hash(algorithm) }

// Hash leases a hash of the given algorithm, in its initial state; the caller
// owns the reference. Each algorithm has a pool of its own.
//
// The program must import the package that implements the algorithm, such as
// crypto/sha256, or Hash panics.
func (p *Pools) Hash(algorithm crypto.Hash) rcpool.Ref[Hasher] {
	if algorithm >= maxHash || !algorithm.Available() {
		panic(fmt.Sprintf("stdpool: Hash: %v is not available: import the package that implements it", algorithm))
	}
	return p.ready().hashes[algorithm].Get()
}

// maxHash is more than the algorithms that the package crypto numbers, which
// are less than 20, and takes no new ones lightly.
const maxHash = 32

func (p *Pools) openHashes() {
	for i := range p.hashes {
		algorithm, pool := crypto.Hash(i), &p.hashes[i]
		pool.Name = p.named(fmt.Sprintf("Hash(%v)", algorithm))
		pool.New = func() *Hasher { return &Hasher{algorithm.New()} }
	}
}
