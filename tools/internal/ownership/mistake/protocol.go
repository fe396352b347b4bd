package mistake

import (
	"cmp"
	"go/types"
	"slices"
	"strings"

	"github.com/rcpool/rcpool/tools/internal/ownership/api"
	"github.com/rcpool/rcpool/tools/internal/ownership/fate"
)

// A Protocol is an order in which the methods of pooled objects are to be called:
// something begins with one call, and another call has to finish it before the object
// goes back to its pool. Robert Strom and Shaula Yemini call it a typestate (IEEE
// Transactions on Software Engineering, 1986).
//
// The engine tells a protocol of each call that an object takes part in, on every path.
// It reports a release while something is pending, unless another path through the
// same function finishes it: such a function knows the protocol, and gives up on purpose
// what it does not finish, as after an error.
//
// A protocol is a file of this package with one declaration:
//
//	var _ = newProtocol(Protocol{…})
type Protocol struct {
	Doc  Doc                      // the category, and what users read of it
	Step func(c Call) fate.Step   // what a call does with an object
	Text func(name string) string // what is wrong with the release of the object of that name, without a full stop
}

// A Call is a call that an object takes part in. The calls that lease, retain and
// release it, and calls of functions that the engine walks at the same time, are not
// among them.
type Call struct {
	Func *types.Func // what is called, never nil; the method itself if the object is in an interface
	Arg  int         // which argument the object is; the receiver of a method is argument 0, and its parameters begin at 1
	Type types.Type  // of that argument, before it went into an interface
}

// Method returns the name of the method that is called, or "" if the object is not its
// receiver.
func (c Call) Method() string {
	if c.Arg != 0 || c.Func.Signature().Recv() == nil {
		return ""
	}
	return c.Func.Name()
}

// Is reports whether the argument has the type of that name, such as
// "compress/gzip.Writer", or is a pointer to it.
func (c Call) Is(typ string) bool {
	named := c.named()
	if named == nil || named.Obj().Pkg() == nil {
		return false
	}
	rest, inPackage := strings.CutPrefix(typ, named.Obj().Pkg().Path())
	name, isDotted := strings.CutPrefix(rest, ".")
	return inPackage && isDotted && name == named.Obj().Name()
}

// named returns the type of the argument, or the one that it points to; nil if that has
// no name.
func (c Call) named() *types.Named {
	named, _ := types.Unalias(api.Deref(c.Type)).(*types.Named)
	return named
}

var protocols []*Protocol

func newProtocol(p Protocol) *Protocol {
	protocols = append(protocols, &p)
	slices.SortFunc(protocols, func(a, b *Protocol) int { return cmp.Compare(a.Doc.ID, b.Doc.ID) })
	return &p
}

// Protocols returns all protocols, by category.
func Protocols() []*Protocol { return protocols }

// Broken is the release of an object while something is pending.
type Broken struct {
	*Protocol
	Field string // that has the object, if no walk has followed it
}

// Category returns the category of the protocol.
func (m Broken) Category() string { return m.Doc.ID }

func (m Broken) text(w words) string { return m.Text(cmp.Or(w.name, m.Field)) + w.when + w.because() }
