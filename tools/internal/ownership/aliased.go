package ownership

import (
	"golang.org/x/tools/go/ssa"

	"github.com/rcpool/rcpool/tools/internal/ownership/fate"
	"github.com/rcpool/rcpool/tools/internal/ownership/memory"
	"github.com/rcpool/rcpool/tools/internal/ownership/summary"
	"github.com/rcpool/rcpool/tools/internal/ownership/term"
)

// carryOutAliased carries out the body of a function that is given a reference which it may
// give up, and something that is borrowed from the same object. Its summary does not tell in
// which order it does something with them, for it knows nothing of that.
func carryOutAliased(x *explorer, st *memory.State, s *site, sum *summary.Summary, fn *ssa.Function) ([]result, bool) {
	if fn == nil || !x.pkg.Has(fn) || !givesUpLender(x.Values, sum, s.args) {
		return nil, false
	}
	return x.inline(st, s, memory.Closure{Fn: fn}), true
}

func givesUpLender(values *memory.Values, sum *summary.Summary, args []term.Term) bool {
	borrowed := map[fate.ID]bool{} // leases
	for _, a := range args {
		if r, ok := values.Roles[a]; ok && (r.As == fate.AsBorrow || r.As == fate.AsAlias) {
			borrowed[values.Objects[r.Object].Lease] = true
		}
	}
	for i, a := range args {
		r, ok := values.Roles[a]
		if ok && r.As == fate.AsReference && borrowed[values.Objects[r.Object].Lease] && sum.Ends(i) {
			return true
		}
	}
	return false
}
