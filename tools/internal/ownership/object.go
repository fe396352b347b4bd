package ownership

import (
	"go/token"

	"github.com/rcpool/rcpool/tools/internal/ownership/place"
	"github.com/rcpool/rcpool/tools/internal/ownership/term"

	"github.com/rcpool/rcpool/tools/internal/ownership/api"
)

// objectID names an object of the explorer: a reference that was acquired, a
// counted object, or what a parameter or a field refers to.
type objectID int32

// An object has the properties that never change. What happens to it is its fate.
type object struct {
	family  *api.Family // nil for references of the typed API
	lease   objectID    // the object that was leased first; references of one lease share it
	origin  origin      //
	pos     token.Pos   // of the acquisition
	param   place.Place // origin param and stored: where it was found
	pool    term.Term   // of sync.Pool: the pool that it came from
	what    string      // for reports: "the reference", "the object from sync.Pool", …
	wrapped bool        // of a pool that may lose it, and acquired by a function for its caller
	single  bool        // this function was given exactly one reference
}

type origin uint8

const (
	acquired origin = iota // by this function, which owns it
	param                  // of this function
	stored                 // found in memory that others know
	received               // from a channel
)

type status uint8

const (
	live status = iota
	dead        // the last reference that is known was given up
	gone        // the last reference that is known was handed over
	top         // anything may have happened: nothing is reported
)

type handover uint8

const (
	toGoroutine handover = iota + 1
	toChannel
	toField
	toGlobal
	toContainer
	toResult
	toCallee
	toLater // a function that is called later
)

// verb completes "the reference is …" in a report.
func (h handover) verb() string {
	return [...]string{"", "passed to a goroutine", "sent on a channel", "stored in a field", "stored in a global variable", "stored in a container",
		"returned", "passed to a function", "passed to a function that runs later"}[h]
}

// A fate says what has happened to an object up to a point of a path. Fates are
// replaced, never changed.
type fate struct {
	status    status
	count     int       // references that this function owns
	taken     int       // of retained: how many this function took of an object it was lent
	given     int       // references to the lent object that this function gave up
	wrote     bool      // the object was written since it was acquired
	reset     bool      // it was reset
	used      bool      // while it was live
	dropped   bool      // given up by Drop, which leaves a zero reference alone
	once      term.Term // given up by what a sync.Once runs
	detached  bool      // dead by Detach: the object itself lives on
	partial   token.Pos // gone to a function that releases it on some of its paths only
	contained bool      // its last reference is in a local container
	inside    bool      // its last reference is in the object itself

	at       token.Pos // of what made it dead or gone
	deferred bool      // that was a deferred call
	pool     term.Term // that it was put into
	how      handover  // if gone
	to       term.Term // and to a field or a global: its address
	looked   bool      // and was read there since
	kept     int       // of a counted object that is lent: how often it was put where it is retained later
	abroad   bool      // it was an argument of another package's function, or of an unknown one
	passed   bool      // it was an argument of a call that may have kept it
	assigned string    // the fields that were assigned, in order
	retained token.Pos // the last retain
	loans    []loan
}

// A loan is a place that a borrowed object was handed to, and that may outlive
// the reference.
type loan struct {
	how  handover
	pos  token.Pos
	addr term.Term // of a field, global or map: where it was put
	held term.Term // what was put there
	loop bool      // made in a loop: one receive is not enough to join it
}

// A role ties a value to an object.
type role struct {
	object objectID
	as     as
}

type as uint8

const (
	asReference as = iota + 1 // a Ref, or the counted or pooled pointer itself
	asBorrow                  // the *T of a Ref, or a pointer into the object
	asAlias                   // memory of the object
	asCleanup                 // a function that releases it when it is called
)
