package ownership

import (
	"cmp"
	"go/constant"
	"go/types"
	"maps"
	"slices"
	"strconv"

	"golang.org/x/tools/go/ssa"

	"github.com/rcpool/rcpool/tools/internal/ownership/api"
	"github.com/rcpool/rcpool/tools/internal/ownership/code"
	"github.com/rcpool/rcpool/tools/internal/ownership/fate"
	"github.com/rcpool/rcpool/tools/internal/ownership/memory"
	"github.com/rcpool/rcpool/tools/internal/ownership/place"
	"github.com/rcpool/rcpool/tools/internal/ownership/summary"
	"github.com/rcpool/rcpool/tools/internal/ownership/term"
)

// A describer puts what a walk knows at an exit into the words of summaries.
type describer struct {
	*summarizer
	st      *memory.State
	results []term.Term
	outcome summary.Outcome
	numbers map[fate.ID]int // of objects, in the outcome
	held    []fate.ID       // objects that function literals among the results have, and may release
}

// outcome describes one exit.
func (s *summarizer) outcome(e exit) summary.Outcome {
	d := &describer{s, e.st, e.results, summary.Outcome{Forgets: e.st.Epoch > 0}, map[fate.ID]int{}, nil}
	for i, r := range e.results {
		v := d.typed(r, d.top.Signature.Results().At(i).Type())
		if p, ok := d.keptIn(r); ok && tellsNothing(v) {
			v = summary.Value{Kind: summary.AliasOf, Place: p}
		}
		if v.Kind == summary.Fresh && api.IsFailure(d.top.Signature.Results().At(i).Type()) && !v.Has(summary.Value.Owns) {
			v = d.failure(v)
		}
		d.outcome.Results = append(d.outcome.Results, v)
	}
	d.wrap()
	d.sets()
	d.keepStored()
	d.does()
	for _, id := range d.held {
		if n, ok := d.numbers[id]; ok {
			d.outcome.Objects[n].Kept = true
		}
	}
	for t, known := range e.st.Facts.All() {
		if e.st.Marks[memory.Marked(memory.IsImplied, t, nil)] != 0 {
			continue
		}
		if c, ok := summary.ConditionOf(s.Terms, t, known); ok {
			d.outcome.When = append(d.outcome.When, c)
		}
	}
	return d.outcome
}

// failure describes an error that the function has made. Which one it is matters to nobody,
// but it may have something that is borrowed.
func (d *describer) failure(v summary.Value) summary.Value {
	v.Parts = slices.DeleteFunc(v.Parts, func(p summary.Part) bool { return !p.To.Has(d.mayBorrow) })
	if len(v.Parts) == 0 {
		return summary.Value{Kind: summary.NotNil}
	}
	v.Number = 0 // a struct that is in an interface is one behind a pointer for its callers
	return v
}

// mayBorrow reports whether a value is borrowed, or is a pointer or a slice of the caller's.
func (d *describer) mayBorrow(v summary.Value) bool {
	switch v.Kind {
	case summary.Borrow, summary.Alias, summary.BorrowOf, summary.AliasOf:
		return true
	case summary.AtPlace:
		i, isParameter := v.Place.Parameter()
		if !isParameter || !v.Place.IsRoot() {
			return false
		}
		switch d.top.Params[i].Type().Underlying().(type) {
		case *types.Pointer, *types.Slice:
			return true
		}
	}
	return false
}

// number is the number of an object that goes to the caller.
func (d *describer) number(id fate.ID) int {
	if n, ok := d.numbers[id]; ok {
		return n
	}
	f, object := d.st.Fate(id), &d.Objects[id]
	own := summary.Owned{Family: familyName(object), Reset: f.Reset && object.Family != nil, Received: object.Origin == fate.Received}
	own.Scoped = f.Status == fate.Gone && f.How == fate.ToScope
	own.Kept = isKept(f) || d.isReleasedByList(id)
	own.Lent = len(f.Loans) > 0 || f.Passed || f.Status == fate.Gone && f.How != fate.ToResult
	if first := &d.Objects[object.Lease]; object.Lease != id && (first.Origin == fate.Param || first.Origin == fate.Stored) && !first.Place.IsElement() {
		own.Lease = first.Place
	}
	own.Pool, _ = d.placeOf(object.Pool)
	d.numbers[id] = len(d.outcome.Objects)
	d.outcome.Objects = append(d.outcome.Objects, own)
	return d.numbers[id]
}

// keepStored notes that others own what is in a result, if a function literal that was stored where
// they find it leads there: it may release that.
func (d *describer) keepStored() {
	for addr, v := range d.st.Cells {
		if _, isLiteral := d.Closures[v]; !isLiteral || d.st.Local(addr) {
			continue
		}
		for _, id := range d.st.Reachable(v) {
			if n, ok := d.numbers[id]; ok && d.st.Fate(id).Status == fate.Gone {
				d.outcome.Objects[n].Kept = true
			}
		}
	}
}

// isKept reports whether something that the caller does not find in a field owns an object
// that a function acquired, such as a map that has all that the function returns, or a function
// that releases it when it is called, or whether a field and the caller own a reference each.
func isKept(f fate.Fate) bool {
	if f.Status != fate.Gone {
		return false
	}
	switch f.How {
	case fate.ToResult, fate.ToField, fate.ToGlobal:
		return f.Handed > 1 || f.Called
	}
	return true
}

// isReleasedByList reports whether a list of functions has one that releases an object:
// callers are not told of the list.
func (d *describer) isReleasedByList(id fate.ID) bool {
	for _, roles := range d.st.Containers {
		if slices.Contains(roles, fate.Cleanup(id)) {
			return true
		}
	}
	return false
}

func familyName(o *fate.Object) string {
	if o.Family == nil {
		return ""
	}
	return o.Family.Name
}

// placeOf is a place that is nowhere unless the caller can find the value.
func (d *describer) placeOf(t term.Term) (place.Place, bool) {
	if p, ok := place.Of(d.Terms, t); ok {
		return p, true
	}
	return place.Place{}, false
}

// sets describes what the function has stored where the caller finds it.
func (d *describer) sets() {
	for _, addr := range slices.Sorted(maps.Keys(d.st.Cells)) {
		p, ok := d.placeOf(addr)
		if i, isParameter := p.Parameter(); !ok || p.ThroughElement() || isParameter && p.IsRoot() && !d.isPointerParam(i) {
			continue
		}
		v := d.st.Cells[addr]
		same, isPlace := d.placeOf(v)
		_, isWithin := d.within(v)
		switch {
		case isWithin:
			d.outcome.Sets = append(d.outcome.Sets, summary.Assignment{Place: p, To: d.value(v, 0)})
		case isPlace && same == p.Content(): // as it was
		case isPlace, d.Matters(v), d.Terms.Node(v).Kind <= term.Zero, memory.IsChanged(d.Terms.Node(v)), d.hasEnded(p.Content()), d.MayTell(addr):
			var typ types.Type
			if field := d.Fields[addr]; field != nil {
				typ = field.Type()
			}
			to := d.typed(v, typ)
			if kept, ok := d.keptIn(v); ok && tellsNothing(to) && refills(d.Terms.Node(v)) {
				to = summary.Value{Kind: summary.AliasOf, Place: kept}
			}
			d.outcome.Sets = append(d.outcome.Sets, summary.Assignment{Place: p, To: to})
		}
	}
}

// refills reports whether a list is what was cut to nothing, perhaps with something appended to it: it
// is in the memory of that.
func refills(list term.Node) bool {
	made, ok := list.Tag.(ssa.Value)
	if !ok {
		return false
	}
	if call := code.BuiltinOf(made, "append"); call != nil {
		made = call.Args[0]
	}
	cut, ok := made.(*ssa.Slice)
	if !ok || !code.IsConstZero(cut.High) {
		return false
	}
	_, isNew := cut.X.(*ssa.Alloc) // as that of make is
	return !isNew
}

// hasEnded reports whether the function gave up the object that it found at a place: callers
// must know that whatever is there now is another one.
func (d *describer) hasEnded(p place.Place) bool {
	for id, f := range d.st.Fates {
		if d.Objects[id].Place == p && (f.Status == fate.Dead || f.Status == fate.Gone) {
			return true
		}
	}
	return false
}

// does describes what happened to the caller's objects.
func (d *describer) does() {
	o := &d.outcome
	ended := map[place.Place]bool{}
	for _, id := range slices.Sorted(maps.Keys(d.st.Fates)) {
		f, object := d.st.Fates[id], &d.Objects[id]
		if object.Origin != fate.Param && object.Origin != fate.Stored || object.Place.IsNowhere() || object.Place.IsElement() {
			continue
		}
		if ended[object.Place] {
			continue // found there when what the caller knows was gone
		}
		ended[object.Place] = f.Status == fate.Dead || f.Status == fate.Gone
		e := summary.Effect{Place: object.Place, Family: familyName(object), Reset: f.Reset && object.Family != nil, Drop: f.Dropped, Used: f.Dropped && f.Used}
		e.Pool, _ = d.placeOf(f.Pool)
		e.Once, _ = d.placeOf(f.Once)
		for _, has := range d.effects(id) {
			e.Kind, e.How, e.Count = has.Kind, has.How, has.Count
			if !e.Place.ThroughElement() {
				o.Does = append(o.Does, e)
			} else if e.Kind != summary.Uses { // one of many, unknown which
				d.caller.expose(e.Place)
			}
		}
	}
	for _, e := range d.st.Effects {
		if !slices.Contains(o.Does, e) {
			o.Does = append(o.Does, e)
		}
	}
	slices.SortStableFunc(o.Does, func(a, b summary.Effect) int {
		return cmp.Or(cmp.Compare(a.Kind.Order(), b.Kind.Order()), place.Compare(a.Place, b.Place), cmp.Compare(a.Kind, b.Kind))
	})
}

// effects lists what happened to one object of the caller's: kinds, ways and counts.
func (d *describer) effects(id fate.ID) (all []summary.Effect) {
	f, object := d.st.Fates[id], &d.Objects[id]
	add := func(kind summary.EffectKind, how fate.Handover, count int) {
		all = append(all, summary.Effect{Kind: kind, How: how, Count: count})
	}
	isSet := d.isSet(id)
	if retained := retainedForOthers(f, object, isSet); retained > 0 {
		add(summary.Retains, 0, retained)
	}
	if housed := f.Housed - d.timesSet(object.Place); housed > 0 && isHousedForOthers(f, object) {
		add(summary.Houses, 0, housed)
	}
	switch {
	case f.Status == fate.Top:
		add(summary.Maybe, 0, 0)
	case f.Status == fate.Dead:
		add(summary.Releases, 0, 1)
	case f.Status == fate.Gone && (object.Single || f.Taken == 0):
		if move, told := d.move(f, object, isSet); told {
			all = append(all, move)
		}
	case object.Single: // still there: the caller keeps it, if that is how it is used
		if f.Used {
			add(summary.Uses, 0, 0)
		}
	case f.Count > 0:
		add(summary.Retains, 0, f.Count)
		if f.Kept > 0 { // a callee has put it somewhere, perhaps with these references
			add(summary.Exposes, 0, 0)
		}
	case f.Used && object.Family == nil:
		add(summary.Uses, 0, 0)
	}
	if f.Status == fate.Dead { // what outlives it is reported here
		return all
	}
	return append(all, d.loans(f, object)...)
}

// move is what callers are told of an object that the function has handed over, unless its
// assignments or its results tell that.
func (d *describer) move(f *fate.Fate, object *fate.Object, isSet bool) (e summary.Effect, told bool) {
	switch returned := d.isReturned(d.outcome.Results, object.Place); {
	case isRefused(d.st, *f): // the caller still has it
		return e, false
	case isSet && f.Handed > d.timesSet(object.Place): // it is elsewhere, too: what is set may be a second name
		return summary.Effect{Kind: summary.Maybe}, true
	case f.Stays && !isSet && !returned: // by what a callee has put it into
		return summary.Effect{Kind: summary.Moves, How: fate.ToContainer, Count: 1}, true
	case f.How == fate.ToScope, !isSet && !returned && !d.returnsRemoval(f):
		return summary.Effect{Kind: summary.Moves, How: f.How, Count: 1}, true
	case !isSet && f.How != fate.ToResult: // lent back by its new owner, or taken out again
		return summary.Effect{Kind: summary.Maybe}, true
	}
	return e, false
}

// returnsRemoval reports whether the function has put an object into a map, and returns a literal
// that deletes from that map: the caller owns the object again when it has called the literal.
func (d *describer) returnsRemoval(f *fate.Fate) bool {
	if f.How != fate.ToContainer {
		return false
	}
	variable := d.VariableAt(d.Terms.Node(f.To).A)
	return variable != nil && slices.ContainsFunc(d.results, func(r term.Term) bool {
		literal, ok := d.Closures[r]
		return ok && d.pkg.Removes(literal.Fn, variable)
	})
}

// isHousedForOthers reports whether what a function has put into containers are references that it
// has retained: the caller has its own.
func isHousedForOthers(f *fate.Fate, o *fate.Object) bool {
	return o.Counted() && !o.Single && (f.Status == fate.Live || f.Status == fate.Gone && f.Taken > 0)
}

// retainedForOthers is how many references a function has retained of an object of the caller's
// that it has handed over: each holder has one of them.
func retainedForOthers(f *fate.Fate, o *fate.Object, isSet bool) int {
	switch {
	case f.Status != fate.Gone || o.Single:
		return 0
	case isSet: // the assignment moves one of them
		return f.Taken
	}
	return f.Taken - 1
}

// loans lists the places that have an object of the caller's when the function returns,
// besides those that its assignments tell of.
func (d *describer) loans(f *fate.Fate, object *fate.Object) (all []summary.Effect) {
	for _, l := range f.Loans {
		if at, isPlace := d.placeOf(l.Addr); isPlace && (d.st.Cells[l.Addr] == l.Held || l.How == fate.ToField && isBeside(object, at)) {
			continue
		}
		if object.Family == nil && d.isReplaced(object.Place) { // where it was found there is another one now
			return append(all, summary.Effect{Kind: summary.Moves, How: l.How, Count: 1})
		}
		all = append(all, summary.Effect{Kind: summary.Lends, How: l.How})
	}
	return all
}

// maxDepth bounds structs in structs, as they are described.
const maxDepth = 2

// typed describes a value of a type, or of an unknown one. A number that was in a list leads to
// nothing there.
func (d *describer) typed(t term.Term, typ types.Type) summary.Value {
	if p, ok := d.placeOf(t); ok && p.ThroughElement() && typ != nil && api.IsBasic(typ) {
		return summary.Value{}
	}
	v := d.value(t, 0)
	if v.Kind == summary.Unknown && typ != nil && api.IsStructValue(typ) && !api.HoldsRef(typ) {
		return d.told(t)
	}
	return v
}

// told describes a struct without references that may tell what has happened, such as one with an
// error. Of one with references, nobody knows whether a caller comes to what is zero in there.
func (d *describer) told(t term.Term) summary.Value {
	n := d.Terms.Node(t)
	if n.Kind != term.Load {
		return summary.Value{}
	}
	v, ok := d.fresh(n.A, 0, summary.WholeStruct)
	switch {
	case !ok:
		return summary.Value{}
	case len(v.Parts) == 0 && !v.Shared:
		return summary.Value{Kind: summary.Zero}
	case !slices.ContainsFunc(v.Parts, func(p summary.Part) bool { return p.To.Kind != summary.Unknown }):
		return summary.Value{}
	}
	return v
}

// value describes a value; depth counts the structs around it.
func (d *describer) value(t term.Term, depth int) summary.Value {
	if r, ok := d.Roles[t]; ok {
		return d.tracked(t, r)
	}
	isNil, isTested := d.st.Facts.Said(d.Terms.IsNilTest(t))
	if isTested && isNil {
		return summary.Value{Kind: summary.Nil}
	}
	if v, ok := d.structure(t, depth); ok {
		return v
	}
	if n := d.Terms.Node(t); n.Kind == term.Load {
		now, set := d.st.Cells[n.A]
		if v := d.Fields[n.A]; v != nil && d.pkg.IsReused(v) && (!set || now == t) { // else it was taken out
			if p, ok := d.placeOf(d.Terms.Root(n.A)); ok && p.IsRoot() {
				return summary.Value{Kind: summary.AliasOf, Place: p}
			}
		}
	}
	if p, ok := d.within(t); ok {
		return summary.Value{Kind: summary.AliasOf, Place: p}
	}
	if p, ok := d.placeOf(t); ok {
		if p.ThroughElement() { // one of many, unknown which
			d.caller.expose(p)
		}
		if !p.ThroughElement() || !isTested { // else callers, who do not find it, know at least that
			return summary.Value{Kind: summary.AtPlace, Place: p}
		}
	}
	if isTested {
		return summary.Value{Kind: summary.NotNil}
	}
	if v, ok := knownConstant(d.st, t); ok {
		return v
	}
	if d.Terms.NotNil(t) {
		return summary.Value{Kind: summary.NotNil}
	}
	return summary.Value{}
}

// knownConstant describes the constant that a value was found to be equal to.
func knownConstant(st *memory.State, t term.Term) (v summary.Value, ok bool) {
	if c, ok := st.Facts.Same(st.Terms, t); ok {
		text, kind, _ := st.Terms.ExactOf(c)
		return summary.Value{Kind: summary.Const, Const: text, Number: kind}, true
	}
	holds, ok := st.Facts.Said(t)
	if !ok {
		return v, false
	}
	return summary.Value{Kind: summary.Const, Const: strconv.FormatBool(holds), Number: int(constant.Bool)}, true
}

// within returns the place of a slice or a buffer that a value is a part of, or of the object
// that the slice is memory of.
func (d *describer) within(t term.Term) (place.Place, bool) {
	whole, ok := d.Within[t]
	for n := d.Terms.Node(t); !ok && (n.Kind == term.Field || n.Kind == term.Index); n = d.Terms.Node(n.A) {
		if n.Kind == term.Index { // the address of an element
			whole, ok = n.A, d.pkg.IsReused(d.Fields[d.Terms.Node(n.A).A])
		}
	}
	if !ok || d.isRenewed(whole) || d.st.Marks[memory.Marked(memory.IsRetained, t, nil)] != 0 {
		return place.Place{}, false
	}
	if n := d.Terms.Node(whole); n.Kind == term.Load && d.pkg.IsReused(d.Fields[n.A]) {
		if p, ok := d.placeOf(d.Terms.Root(n.A)); ok && p.IsRoot() {
			return p, true
		}
	}
	p, ok := d.placeOf(whole)
	return p, ok && !p.ThroughElement()
}

// keptIn returns the object that has a list in a field whose memory goes to its next owner, if
// the function has put the list there: one to which it has appended, say.
func (d *describer) keptIn(t term.Term) (place.Place, bool) {
	if k := d.Terms.Node(t).Kind; k != term.Opaque && k != term.Alloc {
		return place.Place{}, false
	}
	for addr := range d.st.Stored(func(addr term.Term) bool { return d.st.Cells[addr] == t }) {
		if field := d.Fields[addr]; field != nil && d.pkg.IsReused(field) {
			if p, ok := d.placeOf(d.Terms.Root(addr)); ok && p.IsRoot() {
				return p, true
			}
		}
	}
	return place.Place{}, false
}

// tellsNothing reports whether nothing is known of a list but that it is there.
func tellsNothing(v summary.Value) bool {
	switch v.Kind {
	case summary.Unknown, summary.NotNil:
		return true
	}
	return v.Kind == summary.Fresh && len(v.Parts) == 0
}

// isRenewed reports whether a function has stored something else in a buffer that callers find:
// the memory that it had belongs to nobody else.
func (d *describer) isRenewed(buffer term.Term) bool {
	for {
		if _, set := d.st.Cells[buffer]; set {
			return true
		}
		n := d.Terms.Node(buffer)
		if n.Kind != term.Field {
			return false
		}
		buffer = n.A
	}
}

// hasRetained reports whether the function has retained an object that it did not acquire, and
// has that reference, or returns it.
func (d *describer) hasRetained(id fate.ID) bool {
	switch f := d.st.Fate(id); f.Status {
	case fate.Top:
		return false
	case fate.Gone:
		return f.Count > 0 && !d.Objects[id].Single || f.How == fate.ToResult && (f.Taken > 0 || f.Retained != 0)
	default:
		return f.Count > 0 && !d.Objects[id].Single
	}
}

// tracked describes a value that has a role.
func (d *describer) tracked(t term.Term, r fate.Role) summary.Value {
	o, f := &d.Objects[r.Object], d.st.Fate(r.Object)
	mine := o.Origin == fate.Acquired || o.Origin == fate.Received
	switch {
	case f.Status == fate.Dead && r.As == fate.AsReference: // good for nothing
		return summary.Value{}
	case mine && o.Family == nil && f.Status == fate.Gone && !f.At.IsValid() && r.As == fate.AsReference: // found to be zero
		return summary.Value{Kind: summary.Zero}
	case mine && f.Status != fate.Top:
		return d.own(r)
	case r.As == fate.AsReference:
		if d.hasRetained(r.Object) {
			return summary.Value{Kind: summary.Object, Number: d.number(r.Object)}
		}
		if p, ok := d.placeOf(t); ok {
			return summary.Value{Kind: summary.AtPlace, Place: p}
		}
	case !o.Place.IsNowhere():
		kind := summary.BorrowOf
		if r.As == fate.AsAlias {
			kind = summary.AliasOf
		}
		return summary.Value{Kind: kind, Place: o.Place}
	}
	return summary.Value{}
}

// own describes a value that refers to an object which the function acquired.
func (d *describer) own(r fate.Role) summary.Value {
	kind := summary.Borrow
	switch r.As {
	case fate.AsReference:
		return summary.Value{Kind: summary.Object, Number: d.number(r.Object)}
	case fate.AsCleanup:
		return summary.Value{Kind: summary.Cleanup, Number: d.number(r.Object)}
	case fate.AsAlias:
		kind = summary.Alias
	}
	lease := d.Objects[r.Object].Lease
	held := d.st.HeldBy(lease)
	if held == 0 {
		held = d.keptBy(lease)
	}
	if held != 0 {
		return summary.Value{Kind: kind, Number: d.number(held)}
	}
	return summary.Value{Kind: summary.NotNil}
}

// keptBy is a reference of a lease that is in a field or a variable which the caller finds.
func (d *describer) keptBy(lease fate.ID) fate.ID {
	for _, id := range slices.Sorted(maps.Keys(d.st.Fates)) {
		f := d.st.Fates[id]
		if d.Objects[id].Lease != lease || f.Status != fate.Gone || f.How != fate.ToField && f.How != fate.ToGlobal {
			continue
		}
		if p, ok := d.placeOf(f.To); ok && !p.ThroughElement() && d.Roles[d.st.Cells[f.To]] == fate.Reference(id) {
			return id
		}
	}
	return 0
}

// structure describes a value whose structure tells what it is.
func (d *describer) structure(t term.Term, depth int) (summary.Value, bool) {
	switch n := d.Terms.Node(t); n.Kind {
	case term.Nil:
		return summary.Value{Kind: summary.Nil}, true
	case term.Zero:
		return summary.Value{Kind: summary.Zero}, true
	case term.Const:
		text, kind, _ := d.Terms.ExactOf(t)
		return summary.Value{Kind: summary.Const, Const: text, Number: kind}, true
	case term.Call, term.Not:
		p, not, ok := d.asksZero(t)
		return summary.Value{Kind: summary.IsZero, Place: p, Number: not}, ok
	case term.Closure:
		return d.closure(t), true
	case term.Pair:
		return d.cleanup(d.st.Reachable(t)), true
	case term.Alloc:
		return d.fresh(t, depth, 0)
	case term.Load:
		if param := d.copyOf(n.A); param != 0 {
			if d.hasAlternatives(param) {
				d.caller.noteExposed(d.st, param)
				return summary.Value{}, true
			}
			return d.copied(n.A, param, depth)
		}
		v, ok := d.fresh(n.A, depth, summary.WholeStruct)
		tells := slices.ContainsFunc(v.Parts, func(p summary.Part) bool {
			switch p.To.Kind {
			case summary.Object, summary.Cleanup, summary.Fresh, summary.AtPlace, summary.BorrowOf, summary.AliasOf:
				return true
			}
			return false
		})
		return v, ok && (tells || d.isPreserved(n.A))
	}
	return summary.Value{}, false
}

// closure describes a function literal.
func (d *describer) closure(t term.Term) summary.Value {
	for _, b := range d.Closures[t].Bindings { // what it does with them when it is called is not told
		d.caller.noteExposed(d.st, d.st.Content(b))
	}
	var ids []fate.ID
	for _, id := range d.st.Reachable(t) {
		if (d.Objects[id].Origin == fate.Acquired || d.hasRetained(id)) && !slices.Contains(ids, id) {
			ids = append(ids, id)
		}
	}
	var released []fate.ID
	for _, id := range ids {
		if d.releases(d.st, t, id) {
			released = append(released, id)
		} else {
			d.held = append(d.held, id)
		}
	}
	return d.cleanup(released)
}

// cleanup describes a function that releases objects when it is called.
func (d *describer) cleanup(released []fate.ID) summary.Value {
	switch len(released) {
	case 0:
		return summary.Value{Kind: summary.NotNil}
	case 1:
		return summary.Value{Kind: summary.Cleanup, Number: d.number(released[0])}
	}
	v := summary.Value{Kind: summary.Cleanups}
	for _, id := range released {
		v.Parts = append(v.Parts, summary.Part{To: d.cleanup([]fate.ID{id})})
	}
	return v
}

// fresh describes a struct that the function has made, by its parts.
func (d *describer) fresh(base term.Term, depth, number int) (summary.Value, bool) {
	root := d.Terms.Root(base)
	v := summary.Value{Kind: summary.Fresh, Number: number, Shared: d.st.Shared[root]}
	if depth > maxDepth || d.Terms.Node(root).Kind != term.Alloc {
		return v, false
	}
	for _, addr := range slices.Sorted(maps.Keys(d.st.Cells)) {
		switch path, ok := place.Between(d.Terms, base, addr); {
		case ok && path != "":
			v.Parts = append(v.Parts, summary.Part{Path: path, To: d.value(d.st.Cells[addr], depth+1)})
		case !ok && d.Terms.Under(addr, base): // an element, of which callers are not told
			d.caller.noteExposed(d.st, d.st.Cells[addr])
		}
	}
	return v, true
}

// copyOf returns the parameter that a struct in a variable was copied from, perhaps through other
// variables, or 0.
func (d *describer) copyOf(variable term.Term) term.Term {
	for range maxDepth {
		whole, ok := d.st.Cells[variable]
		if !ok || d.Terms.Node(variable).Kind != term.Alloc {
			return 0
		}
		switch n := d.Terms.Node(whole); n.Kind {
		case term.Param:
			return whole
		case term.Load:
			variable = n.A
		default:
			return 0
		}
	}
	return 0
}

// hasAlternatives reports whether the function has asked if something in a struct is there: it may be
// one of several, of which a caller does not know which one it has.
func (d *describer) hasAlternatives(param term.Term) bool {
	for t, known := range d.st.Facts.All() {
		c, ok := summary.ConditionOf(d.Terms, t, known)
		if ok && (c.Is == "nil" || c.Is == "zero") && c.Place.From(d.Terms.Node(param).N) && !c.Place.IsRoot() {
			return true
		}
	}
	return false
}

// copied describes the copy of a parameter that is a struct: the parameter itself, if nothing was
// changed in the copy, or else what was changed, and the fields that were not.
func (d *describer) copied(addr, param term.Term, depth int) (summary.Value, bool) {
	if len(d.st.PartsOf(addr)) == 0 {
		return d.value(param, depth), true
	}
	v, ok := d.fresh(addr, depth, summary.WholeStruct)
	of, isStruct := d.top.Params[d.Terms.Node(param).N].Type().Underlying().(*types.Struct)
	for k := 0; ok && isStruct && k < of.NumFields(); k++ {
		isIn := func(p summary.Part) bool { return p.Path.Steps()[0].Field == k }
		if api.IsBasic(of.Field(k).Type()) || slices.ContainsFunc(v.Parts, isIn) {
			continue
		}
		kept := d.value(d.Terms.Make(term.Node{Kind: term.Part, A: param, N: k}), depth+1)
		v.Parts = append(v.Parts, summary.Part{Path: place.Path("").Field(k), To: kept})
	}
	slices.SortStableFunc(v.Parts, func(a, b summary.Part) int { return cmp.Compare(a.Path, b.Path) })
	return v, ok
}

// wrap describes parameters that the function has put into a new struct, to which
// it returns a pointer. The struct is the owner now: the caller's own reference has
// moved, and what it finds in the struct is another one of the same lease.
func (d *describer) wrap() {
	o := &d.outcome
	for _, id := range slices.Sorted(maps.Keys(d.st.Fates)) {
		f, object := d.st.Fates[id], &d.Objects[id]
		if !object.Single || f.Status != fate.Gone || f.How != fate.ToResult {
			continue
		}
		own := summary.Owned{Family: familyName(object), Lease: object.Place, Moved: true}
		moved := summary.Value{Kind: summary.Object, Number: len(o.Objects)}
		for i, r := range o.Results {
			if d.isPointerTo(r, object.Place) {
				o.Results[i] = r.With(object.Place, moved)
			}
		}
		if slices.ContainsFunc(o.Results, func(r summary.Value) bool {
			return r.Has(func(v summary.Value) bool { return v.Kind == moved.Kind && v.Number == moved.Number })
		}) {
			o.Objects = append(o.Objects, own)
		}
	}
}

// asksZero recognizes a condition on whether a reference of the caller is zero.
func (s *summarizer) asksZero(t term.Term) (p place.Place, not int, ok bool) {
	n := s.Terms.Node(t)
	if n.Kind == term.Not {
		n, not = s.Terms.Node(n.A), 1
	}
	if n.Kind != term.Call || n.Tag != "IsZero" {
		return place.Place{}, 0, false
	}
	p, ok = place.Of(s.Terms, n.A)
	return p, not, ok
}

func (s *summarizer) isPointerParam(root int) bool {
	if root >= len(s.top.Params) {
		return false
	}
	_, ok := s.top.Params[root].Type().Underlying().(*types.Pointer)
	return ok
}

// isSet reports whether an assignment tells already where a parameter went.
func (d *describer) isSet(id fate.ID) bool { return d.timesSet(d.Objects[id].Place) > 0 }

// timesSet counts the assignments that put what was found at a place somewhere.
func (d *describer) timesSet(p place.Place) (n int) {
	for _, s := range d.outcome.Sets {
		if s.To.Has(is(p)) {
			n++
		}
	}
	return n
}

// isReplaced reports whether something else was stored where a value was found.
func (d *describer) isReplaced(p place.Place) bool {
	return slices.ContainsFunc(d.outcome.Sets, func(s summary.Assignment) bool { return s.Place.Content() == p })
}

// isReturned reports whether the caller finds a parameter in the results: itself
// or in a struct. What is behind a pointer has a new owner: see wrap.
func (s *summarizer) isReturned(results []summary.Value, p place.Place) bool {
	return slices.ContainsFunc(results, func(r summary.Value) bool { return !s.isPointerTo(r, p) && r.Has(is(p)) })
}

func (s *summarizer) isPointerTo(r summary.Value, p place.Place) bool {
	return r.Kind == summary.Fresh && r.Number != summary.WholeStruct && r.Has(is(p))
}

func is(p place.Place) func(summary.Value) bool {
	return func(v summary.Value) bool { return v.Is(p) }
}

// isPreserved reports whether an address is that of memory which was made for a struct
// that was overwritten.
func (d *describer) isPreserved(addr term.Term) bool {
	_, is := d.Terms.Node(addr).Tag.(preserved)
	return is
}
