package ownership

import (
	"go/types"
	"slices"

	"github.com/rcpool/rcpool/tools/internal/ownership/api"
	"github.com/rcpool/rcpool/tools/internal/ownership/code"
	"github.com/rcpool/rcpool/tools/internal/ownership/fate"
	"github.com/rcpool/rcpool/tools/internal/ownership/memory"
	"github.com/rcpool/rcpool/tools/internal/ownership/place"
	"github.com/rcpool/rcpool/tools/internal/ownership/summary"
	"github.com/rcpool/rcpool/tools/internal/ownership/term"
	"golang.org/x/tools/go/ssa"
)

// keepers are the variables that have containers which keep what is borrowed: a map in a
// field, say, into which a method puts its argument. A loan to one ends if something may be
// taken out of it again, by this function or by one that it calls. What is in a map or in a
// list of lists is not known one by one: any removal may be of what this function has put
// there.
type keepers struct {
	*memory.Values
	pkg   *code.Package
	top   *code.Function
	known map[term.Term]keeper // by the address of the variable
}

// A keeper is a variable that has a container.
type keeper struct {
	variables []any // it, and those that the container is in, or in whose containers it is
	list      bool  // it is a list, so an assignment tells what becomes of it
}

// newKeeper returns the keeper at a place, which is counted from a value of a type, and
// where a caller has the variable.
func (k *keepers) newKeeper(p place.Place, typ types.Type, addr term.Term) keeper {
	all := append(k.on(p, typ), k.around(addr)...)
	field := k.Fields[addr]
	return keeper{all, field != nil && !p.ThroughElement() && isList(field)}
}

// on lists the variables on the way to a place.
func (k *keepers) on(p place.Place, typ types.Type) (all []any) {
	if g := k.pkg.Global(p.Name); p.IsGlobal() && g != nil {
		all, typ = append(all, g), g.Type()
	}
	for _, step := range p.Path.Steps() {
		if typ == nil {
			return all
		}
		switch u := api.Deref(typ).Underlying().(type) {
		case *types.Struct:
			if step.Kind == place.ToField && step.Field < u.NumFields() {
				all, typ = append(all, u.Field(step.Field).Origin()), u.Field(step.Field).Type()
			}
		default:
			if step.Kind == place.ToElement {
				typ = api.ElementType(api.Deref(typ))
			}
		}
	}
	return all
}

// around lists the variables that an address leads through.
func (k *keepers) around(addr term.Term) (all []any) {
	for t := addr; t != 0; t = k.Terms.Node(t).A {
		switch v := k.VariableAt(t).(type) {
		case *types.Var:
			all = append(all, v.Origin())
		case *ssa.Global:
			all = append(all, v)
		}
		switch k.Terms.Node(t).Kind {
		case term.Field, term.Index, term.Load, term.Part:
		default:
			return all
		}
	}
	return all
}

// of returns the keeper that a loan is to; it has no variables if that is not known.
func (k *keepers) of(l fate.Loan) keeper {
	if l.How != fate.ToContainer || l.Addr == 0 {
		return keeper{}
	}
	if known, ok := k.known[l.Addr]; ok {
		return known
	}
	return keeper{variables: k.around(l.Addr)}
}

// ofEffect lists the variables of the keeper that an effect names, in terms of the function
// that is walked.
func (k *keepers) ofEffect(e summary.Effect) []any {
	if e.List.IsNowhere() {
		return nil
	}
	var typ types.Type
	if i, isParameter := e.List.Parameter(); isParameter && i < len(k.top.Params) {
		typ = k.top.Params[i].Type()
	}
	return k.on(e.List, typ)
}

// end ends the loans to keepers, and forgets where this function has put what its caller has
// lent, if something may be taken out of the variables.
func (k *keepers) end(st *memory.State, mayTakeOut func(keeper) bool) {
	for id := range st.Fates {
		st.EndLoans(id, func(l fate.Loan) bool {
			from := k.of(l)
			return len(from.variables) > 0 && mayTakeOut(from)
		})
	}
	for i, e := range st.Effects {
		if all := k.ofEffect(e); len(all) > 0 && mayTakeOut(keeper{variables: all}) {
			st.Effects = slices.Clone(st.Effects)
			st.Effects[i] = summary.Effect{Place: e.Place, Kind: summary.Exposes} // an owner may have it, in there or elsewhere
		}
	}
}

// called ends what a call may take out. If the callee has a summary, that tells what becomes
// of lists.
func (k *keepers) called(st *memory.State, s *site, hasSummary bool) {
	fn := k.callee(s)
	k.end(st, func(from keeper) bool {
		return !(hasSummary && from.list) && k.pkg.MayTakeOut(s.common, fn, from.variables)
	})
	if !hasSummary {
		k.giveBack(st, func(variables []any) bool { return k.pkg.MayTakeOut(s.common, fn, variables) })
	}
}

// callee returns the function that is called, if the walk knows it.
func (k *keepers) callee(s *site) *ssa.Function {
	if c, ok := k.Closures[s.fn]; ok {
		return c.Fn
	}
	if fn, ok := k.Terms.Node(s.fn).Tag.(*ssa.Function); ok && !s.common.IsInvoke() {
		return code.Generic(fn)
	}
	return nil
}

// waited ends what other goroutines may have taken out.
func (k *keepers) waited(st *memory.State) {
	k.end(st, func(from keeper) bool { return k.pkg.SomeTakesOut(from.variables) })
	k.giveBack(st, k.pkg.SomeTakesOut)
}

// giveBack handles what this function itself has put into a list in a variable, as a queue
// of waiting calls: if something may be taken out of the list again, the object may be this
// function's alone.
func (k *keepers) giveBack(st *memory.State, mayTakeOut func(variables []any) bool) {
	for id, f := range st.Fates {
		if f.Status != fate.Gone || f.How != fate.ToField && f.How != fate.ToGlobal {
			continue
		}
		if variables := k.around(f.To); len(variables) > 0 && isList(variables[0]) && mayTakeOut(variables) {
			st.ToTop(id)
		}
	}
}

// stored ends what this function itself takes out with a store, or the update of a map.
func (k *keepers) stored(st *memory.State, instr ssa.Instruction, addr term.Term) {
	if code.OnlyAdds(instr) || code.LeavesLast(instr) && !k.pkg.Function(instr.Parent()).InLoop(instr.Block()) {
		return
	}
	k.emptied(st, addr)
}

// emptied ends what was in the container at an address.
func (k *keepers) emptied(st *memory.State, addr term.Term) {
	if nearest := k.around(addr); len(nearest) > 0 {
		k.end(st, func(from keeper) bool { return slices.Contains(from.variables, nearest[0]) })
	}
}
