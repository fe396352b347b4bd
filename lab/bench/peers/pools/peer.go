// Package pools gives rcpool and its peers the same interface, so that one program
// can make the same mistakes with all of them (see the program mistake), and one
// benchmark can give them the same work.
package pools

// A Peer is a pool that people use for the same purpose as rcpool.
type Peer struct {
	Name    string      // in benchmarks and tables
	Title   string      // what people call it
	Module  string      // that it comes from; empty for the standard library and this repository
	Open    func() Pool `json:"-"`
	Counted bool        // its objects are counted references
	Bytes   bool        // it pools bytes, and not objects of any type
	Clean   bool        // objects are reset, or bytes zeroed, before they are leased
	Ours    bool
	Sampled bool // it checks some leases, so a mistake may be reported when it is repeated
}

// A Pool leases.
type Pool interface {
	Get() Lease

	// Native is the pool itself.
	Native() any
}

// A Lease is what a Pool gives to its user, and is used in the way that the
// documentation of the pool shows.
type Lease interface {
	Put() // gives it up
	Write(uint64)
	Read() uint64

	// Memory is what a careless user keeps: a pointer to the object, or a slice
	// of the bytes.
	Memory() Memory

	// Leave writes what the next owner must not see. Found returns what the next
	// owner sees of it before it writes.
	Leave(uint64)
	Found() uint64

	// Grow makes the leased object, or buffer, hold on to n bytes.
	Grow(n int)
}

// Memory is a part of an object.
type Memory interface {
	Write(uint64)
	Read() uint64
}

// A Sharer is a Lease that counts references.
type Sharer interface {
	Retain() Lease // one more reference
}

// An Acceptor is a Pool that is given the objects themselves, so that it can be
// given one that it has not made.
type Acceptor interface {
	// PutForeign puts an object of the caller, which goes on using it.
	PutForeign() Memory
}

// Handled is a Lease whose handle is a separate object, which is pooled, too.
type Handled interface {
	Handle() uintptr // its address
}

// A Bookkeeper is a Pool that knows how many leases were forgotten.
type Bookkeeper interface{ Lost() uint64 }

// All returns the peers, in the order of the tables.
func All() []Peer { return append(objects(), bytePools()...) }
