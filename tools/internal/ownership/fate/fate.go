package fate

import (
	"go/token"
	"go/types"

	"github.com/rcpool/rcpool/tools/internal/ownership/place"
	"github.com/rcpool/rcpool/tools/internal/ownership/term"

	"github.com/rcpool/rcpool/tools/internal/ownership/api"
)

// An ID names an object of one walk: a reference that was acquired, a
// counted object, or what a parameter or a field refers to.
type ID int32

// An Object has the properties that never change. What happens to it is its fate.
type Object struct {
	Family  *api.Family // nil for references of the typed API
	Lease   ID          // the object that was leased first; references of one lease share it
	Origin  Origin
	Pos     token.Pos   // of the acquisition
	Place   place.Place // origin param and stored: where it was found
	Pool    term.Term   // of sync.Pool: the pool that it came from
	What    string      // for reports: "the reference", "the object from sync.Pool", …
	Wrapped bool        // of a pool that may lose it, and acquired by a function for its caller
	Getter  *types.Func // that function
	Single  bool        // this function was given exactly one reference
}

// Counted reports whether the object is of an API that counts references.
func (o *Object) Counted() bool { return o.Family != nil && o.Family.Counted }

// Lossy reports whether the object is of a pool that may lose it.
func (o *Object) Lossy() bool { return o.Family != nil && o.Family.Lossy }

// An Origin says how a function came by an object.
type Origin uint8

const (
	Acquired Origin = iota // by this function, which owns it
	Param                  // of this function
	Stored                 // found in memory that others know
	Received               // from a channel
)

// A Status is where an object is in its life, as far as one function knows.
type Status uint8

const (
	Live Status = iota
	Dead        // the last reference that is known was given up
	Gone        // the last reference that is known was handed over
	Top         // anything may have happened: nothing is reported
)

// A Handover is a way to give a reference to another owner.
type Handover uint8

const (
	ToGoroutine Handover = iota + 1
	ToChannel
	ToField
	ToGlobal
	ToContainer
	ToResult
	ToCallee
	ToLater // a function that is called later
	ToScope // a scope, which releases it when a request has been served: it can be used until then
)

// Verb completes "the reference is …" in a report.
func (h Handover) Verb() string {
	return [...]string{"", "passed to a goroutine", "sent on a channel", "stored in a field", "stored in a global variable", "stored in a container",
		"returned", "passed to a function", "passed to a function that runs later", "adopted by a scope"}[h]
}

// IsAsync reports whether the new owner runs at a time of its own: a goroutine, what
// receives from a channel, or a function that is called later.
func (h Handover) IsAsync() bool { return h == ToGoroutine || h == ToChannel || h == ToLater }

// IsOneWay reports whether the new owner may give the reference up at once: a goroutine,
// what receives from a channel, or a function that is called.
func (h Handover) IsOneWay() bool { return h == ToGoroutine || h == ToChannel || h == ToCallee }

// A Fate says what has happened to an object up to a point of a path. Fates are
// replaced, never changed.
type Fate struct {
	Status    Status
	Count     int       // references that this function owns
	Taken     int       // of retained: how many this function took of an object it was lent
	Given     int       // references to the lent object that this function gave up
	Handed    int       // references that went to other owners
	Housed    int       // of Handed: references that went to fields or containers, which may give them back to be released
	Kept      int       // of Count: how many perhaps belong to what a callee has put the object into
	Wrote     bool      // the object was written since it was acquired
	Reset     bool      // it was reset
	Used      bool      // while it was live
	Asked     bool      // whether it is valid: what is done with it then depends on that
	Dropped   bool      // given up by Drop, which leaves a zero reference alone
	Once      term.Term // given up by what a sync.Once runs
	Detached  bool      // dead by Detach: the object itself lives on
	Partial   token.Pos // gone to a function that releases it on some of its paths only
	Doubted   token.Pos // a callee has released it, which this function cannot tell
	Contained bool      // its last reference is in a local container
	Inside    bool      // its last reference is in the object itself

	At         token.Pos // of what made it dead or gone
	Deferred   bool      // that was a deferred call
	Pool       term.Term // that it was put into
	How        Handover  // if gone
	To         term.Term // if gone to memory, a container or a channel: its address; to a function that runs later: what stops it; to a callee: see Told
	Looked     bool      // and was read there since
	Called     bool      // if gone: a function went there that releases it when it is called
	Stays      bool      // if gone to a callee: that put it where it stays until somebody takes it out
	Untold     bool      // if gone to a callee: to one whose summary is still being made, which may have left it here
	Unretained int       // of a counted object that is lent: how often it was put where it is retained later
	Abroad     bool      // it was an argument of another package's function, or of an unknown one
	Shared     bool      // of a counted object: another one may have been made of its memory
	Passed     bool      // it was an argument of a call that may have kept it
	Retained   token.Pos // the last retain
	Loans      []Loan
	Progress   []Progress // of the object of the lease in each protocol
}

// Told returns the condition that a callee has taken the reference, if the callee tells that;
// otherwise 0.
func (f *Fate) Told() term.Term {
	if f.Status == Gone && f.How == ToCallee {
		return f.To
	}
	return 0
}

// KeepsLent reports whether a function that has handed over what it retained still has the
// reference that it was lent, and may own: that of a counted object that it did not acquire.
// It can give that up, too.
func (o *Object) KeepsLent(f *Fate) bool {
	return f.Status == Gone && f.At.IsValid() && f.Taken > 0 && o.Counted() && o.Origin != Acquired && !o.Single
}

// WasHandedOver reports whether a live object was gone before, and was retained again: when that
// reference is given up, those that were handed over still have their owners.
func (f *Fate) WasHandedOver() bool {
	return f.Status == Live && f.At.IsValid() && f.Handed > 0 && f.Taken > 0
}

// A Loan is a place that a borrowed object was handed to, and that may outlive
// the reference.
type Loan struct {
	How  Handover
	Pos  token.Pos
	Addr term.Term // of a field, global or map: where it was put
	Held term.Term // what was put there
	Part token.Pos // if that is a struct: where this function has put the borrowed object into it
	Loop bool      // made in a loop: one receive is not enough to join it
	Kept bool      // a callee has put it there: deferred calls may take it out after a deferred release
	Over bool      // and the lease is over, by a deferred release
}

// A Role ties a value to an object.
type Role struct {
	Object ID
	As     As
}

// An As says how a value refers to an object.
type As uint8

const (
	AsReference As = iota + 1 // a Ref, or the counted or pooled pointer itself
	AsBorrow                  // the *T of a Ref, or a pointer into the object
	AsAlias                   // memory of the object
	AsCleanup                 // a function that releases it when it is called
)

// Reference is the role of a reference to an object.
func Reference(id ID) Role { return Role{id, AsReference} }

// Borrow is the role of what is borrowed from an object.
func Borrow(id ID) Role { return Role{id, AsBorrow} }

// Alias is the role of memory that an object shares.
func Alias(id ID) Role { return Role{id, AsAlias} }

// Cleanup is the role of a function that releases an object when it is called.
func Cleanup(id ID) Role { return Role{id, AsCleanup} }

// Owned reports whether the function owns a reference to the object.
func (f Fate) Owned() bool { return f.Status == Live && f.Count > 0 }
