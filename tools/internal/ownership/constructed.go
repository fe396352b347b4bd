package ownership

import (
	"github.com/rcpool/rcpool/tools/internal/ownership/fate"
	"github.com/rcpool/rcpool/tools/internal/ownership/memory"
	"github.com/rcpool/rcpool/tools/internal/ownership/term"
	"golang.org/x/tools/go/ssa"
)

// This file is about the constructors that a package has for objects that count their own
// references. The table knows those called New…, wherever they are. One of the package
// itself may have any name: its body tells that the caller has the first reference.

// constructed gives the caller of such a constructor its reference, on the paths on which
// there is a new object.
func (x *explorer) constructed(all []result, s *site, fn *ssa.Function) []result {
	of := x.checker.countsFirst(fn)
	if of == nil {
		return all
	}
	for _, r := range all {
		made := r.value
		if parts, ok := x.Terms.Listed(made); ok && len(parts) > 0 {
			made = parts[0]
		}
		if _, known := x.Roles[made]; known || x.Terms.Node(made).Kind != term.Alloc {
			continue
		}
		id := x.Object(memory.Key{Found: made}, fate.Object{Family: of, Pos: x.where.acquiredAt(s), What: "the object"})
		x.Roles[made] = fate.Reference(id)
		r.st.SetFate(id, fate.Fate{Status: fate.Live, Count: 1})
	}
	return all
}
