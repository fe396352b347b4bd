package stdpool

import (
	"crypto"
	"fmt"
	"hash"

	"github.com/rcpool/rcpool"
)

// A Hasher is a hash.Hash that can be pooled. Hash leases the hashes of package
// crypto. For another hash, declare a pool of Hashers; it needs no Reset,
// because a Hasher has one.
//
//	var sums = rcpool.Pool[stdpool.Hasher]{
//		Name: "fnv",
//		New:  func() *stdpool.Hasher { return &stdpool.Hasher{Hash: fnv.New64a()} },
//	}
//
// A keyed hash, such as that of crypto/hmac, keeps its key when it is reset, so
// use a pool for each key. A Hasher is not safe for concurrent use.
type Hasher struct{ hash.Hash }

// Reset resets the hash to its initial state.
func (h *Hasher) Reset() { h.Hash.Reset() }

// Hash leases a hash from [Default]. See Pools.Hash.
func Hash(algorithm crypto.Hash) rcpool.Ref[Hasher] { return Default().Hash(algorithm) }

// Hash leases a hash of the given algorithm in its initial state. The caller owns
// the reference. Each algorithm has its own pool.
//
// Hash panics if the program does not import the package that implements the
// algorithm, such as crypto/sha256.
func (p *Pools) Hash(algorithm crypto.Hash) rcpool.Ref[Hasher] {
	if algorithm >= maxHash || !algorithm.Available() {
		panic(fmt.Sprintf("stdpool: Hash: %v is not available: import the package that implements it", algorithm))
	}
	return p.ready().hashes[algorithm].Get()
}

// maxHash is larger than every crypto.Hash. There are fewer than 20, and package
// crypto rarely adds one.
const maxHash = 32

func (p *Pools) openHashes() {
	for i := range p.hashes {
		algorithm, pool := crypto.Hash(i), &p.hashes[i]
		pool.Name = p.named(fmt.Sprintf("Hash(%v)", algorithm))
		pool.New = func() *Hasher { return &Hasher{algorithm.New()} }
	}
}
