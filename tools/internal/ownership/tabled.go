package ownership

import (
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/rcpool/rcpool/tools/internal/ownership/code"
	"github.com/rcpool/rcpool/tools/internal/ownership/mistake"
	"github.com/rcpool/rcpool/tools/internal/ownership/place"
	"github.com/rcpool/rcpool/tools/internal/ownership/term"

	"github.com/rcpool/rcpool/tools/internal/ownership/api"

	"github.com/rcpool/rcpool/tools/internal/ownership/fate"

	"github.com/rcpool/rcpool/tools/internal/ownership/memory"
)

// tabled carries out a call of a function that the table knows.
func (x *explorer) tabled(st *memory.State, s *site, u *api.Use, fn *types.Func) ([]result, bool) {
	if u.Operation == api.Acquire {
		return x.tabledAcquire(st, s, u, fn), true
	}
	if u.Where >= len(s.args) {
		return nil, false
	}
	x.sayGuess(u, fn, s.pos)
	v := s.args[u.Where]
	if x.Terms.IsNil(v) {
		return one(st, st.Opaque(s.instr, 0)), true
	}
	switch u.Operation {
	case api.Release:
		if whole, ok := x.Prefixes[v]; ok && !u.Family.Counted {
			v = whole
		}
		pool := term.Term(0)
		if u.Where > 0 && fn.Signature().Recv() != nil {
			pool = s.args[0]
			x.checkPut(st, pool, v, s.pos)
		}
		id, ok := x.counted(st, v, u.Family, s)
		if !ok {
			st.ToTopLive(id)
			break
		}
		x.leavePool(st, id, u.Family, s)
		x.release(st, id, x.moment(s))
		if f := st.Fate(id); f.Status == fate.Dead && pool != 0 {
			f.Pool = pool
			st.SetFate(id, f)
		}
	case api.Retain:
		id, ok := x.counted(st, v, u.Family, s)
		if !ok {
			st.ToTopLive(id)
			break
		}
		if results := fn.Signature().Results(); results.Len() == 1 && api.IsBool(results.At(0).Type()) { // TryIncRef
			no := st.Clone()
			x.retain(st, id, x.moment(s))
			return []result{{st, x.Terms.Bool(true)}, {no, x.Terms.Bool(false)}}, true
		}
		x.retain(st, id, x.moment(s))
		if fn.Signature().Results().Len() == 1 && types.Identical(fn.Signature().Results().At(0).Type(), s.common.Signature().Results().At(0).Type()) && api.TypeName(fn.Signature().Results().At(0).Type()) != "" {
			return one(st, v), true // it returns the object
		}
	case api.Alias:
		r, ok := x.Roles[v]
		if !ok {
			return nil, false
		}
		x.use(st, r, s.pos)
		return one(st, st.OpaqueAs(s.instr, 0, fate.Alias(r.Object))), true
	case api.Reset:
		r, ok := x.Roles[v]
		if !ok {
			return nil, false
		}
		x.use(st, r, s.pos)
		st.WasReset(r.Object)
	}
	return one(st, st.Opaque(s.instr, 0)), true
}

// sayGuess reports a pattern of the configuration that does not say what a function
// acts on, once in a package.
func (c *checker) sayGuess(u *api.Use, fn *types.Func, pos token.Pos) {
	if !u.Guessed || c.guessed[fn] {
		return
	}
	c.guessed[fn] = true
	start, end := c.reporter.Extent(pos)
	c.reporter.Report(start, end, mistake.Guess{Function: fn.Name()})
}

func (x *explorer) tabledAcquire(st *memory.State, s *site, u *api.Use, fn *types.Func) []result {
	o := fate.Object{Family: u.Family, Pos: s.pos, What: "the object"}
	if fn.Signature().Recv() != nil && !u.Family.Counted {
		o.Pool = s.args[0]
	}
	x.takeOver(st, s, fn)
	results := fn.Signature().Results()
	if results.Len() == 1 {
		return one(st, st.Acquire(s.instr, 0, o))
	}
	return x.ownedIf(st, s, results.At(results.Len()-1).Type(), func(st *memory.State, ok bool) []term.Term {
		parts := make([]term.Term, results.Len())
		for k := range parts {
			parts[k] = st.Opaque(s.instr, k+1)
		}
		if ok {
			parts[0] = st.Acquire(s.instr, 0, o)
		} else {
			parts[0] = x.Terms.Nil()
		}
		return parts
	})
}

// takeOver handles an argument that goes into a new object without being retained:
// the new object owns it from now on.
func (x *explorer) takeOver(st *memory.State, s *site, fn *types.Func) {
	made := x.pkg.Declared(fn)
	if made == nil {
		return
	}
	for i, a := range s.args {
		r, ok := x.Roles[a]
		if !ok || r.As != fate.AsReference || x.IsTyped(r.Object) || i == 0 && fn.Signature().Recv() != nil {
			continue
		}
		// A function that takes a reference has a summary.
		if sum := x.summaryOf(st, made, fn, s.args); sum == nil || sum.TakesOver(i) {
			st.ToTopLive(r.Object)
		}
	}
}

// counted is the object that a pointer of a table's family refers to. It is
// not ok if the object belongs to another family.
func (x *explorer) counted(st *memory.State, v term.Term, family *api.Family, s *site) (fate.ID, bool) {
	if r, ok := x.Roles[v]; ok {
		if st.Fates[r.Object] == nil {
			st.SetFate(r.Object, fate.Fate{Status: fate.Live})
		}
		return r.Object, r.As == fate.AsReference && x.Objects[r.Object].Family == family
	}
	o := fate.Object{Family: family, Origin: fate.Stored, Pos: s.pos, What: "the object"}
	f := fate.Fate{Status: fate.Live}
	if p, ok := place.Of(x.Terms, v); ok {
		o.Place = p
	} else if x.Terms.Node(v).Kind == term.Alloc && !family.Counted { // a fresh object that is put into a pool
		o.Origin = fate.Acquired
		f.Count = 1
	}
	id := x.Object(memory.Key{Found: v}, o)
	x.Roles[v] = fate.Reference(id)
	if st.Fates[id] == nil {
		st.SetFate(id, f)
	}
	return id, true
}

// tracksType reports whether values of a type are counted pointers.
func (x *explorer) tracksType(t types.Type) bool {
	switch t.Underlying().(type) {
	case *types.Pointer, *types.Interface:
	default:
		return false
	}
	return x.releasable(t)
}

// checkPut reports objects that are put into another pool than they came from.
func (x *explorer) checkPut(st *memory.State, to, v term.Term, pos token.Pos) {
	r, ok := x.Roles[v]
	if !ok || r.As != fate.AsReference || x.Objects[r.Object].Pool == 0 || st.Fate(r.Object).Status != fate.Live {
		return
	}
	from := x.Objects[r.Object].Pool
	if from != to && x.distinctPools(from, to) {
		x.find(st, mistake.Finding{Mistake: mistake.WrongPool{}, Pos: pos, Object: r.Object, Other: x.Objects[r.Object].Pos, Then: mistake.OtherPool})
		st.ToTop(r.Object)
	}
}

// distinctPools reports whether two addresses of pools are surely different: two
// global variables, or two fields of one struct.
func (x *explorer) distinctPools(a, b term.Term) bool {
	na, nb := x.Terms.Node(a), x.Terms.Node(b)
	if na.Kind == term.Global && nb.Kind == term.Global {
		return na.Tag != nb.Tag
	}
	if na.Kind == term.Field && nb.Kind == term.Field && na.A == nb.A {
		return na.N != nb.N
	}
	if na.Kind == term.Load && nb.Kind == term.Load {
		return x.distinctPools(na.A, nb.A) && x.Terms.Node(na.A).Kind == term.Global
	}
	return false
}

// library carries out calls of the standard library and of a few others: functions
// that wait, that call functions later, or whose results are memory of their
// receiver.
func (x *explorer) library(st *memory.State, s *site, fn *types.Func) ([]result, bool) {
	name := fn.Name()
	recv := ""
	if r := fn.Signature().Recv(); r != nil {
		recv = api.TypeName(r.Type())
	}
	pkg := ""
	if fn.Pkg() != nil {
		pkg = fn.Pkg().Path()
	}
	nothing := func() ([]result, bool) { return one(st, st.Opaque(s.instr, 0)), true }
	switch {
	case name == "Wait" && recv != "":
		return nothing()
	case (name == "Go" || name == "TryGo") && (recv == "WaitGroup" || recv == "Group") && takesFunction(fn):
		x.spawn(st, s, lastOf(s, fate.ToGoroutine))
		return nothing()
	case name == "AfterFunc" && recv == "" && (pkg == "time" || pkg == "context"):
		f := lastOf(s, fate.ToLater)
		f.stop = st.Opaque(s.instr, 0)
		x.spawn(st, s, f)
		return one(st, f.stop), true
	case recv == "Timer" && name == "Stop" && pkg == "time":
		return x.stops(st, s, s.args[0])
	case pkg == "testing" && name == "Cleanup":
		x.spawn(st, s, lastOf(s, fate.ToLater))
		return nothing()
	case recv == "Once" && name == "Do" && pkg == "sync":
		return x.onceDo(st, s), true
	case pkg == "errors" && (name == "Is" || name == "As") && x.Terms.IsNil(s.args[0]):
		return one(st, x.Terms.Bool(false)), true
	case pkg == "errors" && name == "Is" && s.args[0] == s.args[1]:
		return one(st, x.Terms.Bool(true)), true
	case pkg == "errors" && (name == "New"), pkg == "fmt" && name == "Errorf":
		t := st.Opaque(s.instr, 0)
		x.Terms.SetNonNil(t)
		for _, a := range s.args {
			st.Reach(a, func(r fate.Role, _ term.Term) { x.use(st, r, s.pos) })
		}
		return one(st, t), true
	case keeps(pkg, recv) && !stores(pkg, recv, name):
		x.mayTakeOut(st, s.args[0])
	case stores(pkg, recv, name):
		if name == "Swap" {
			x.mayTakeOut(st, s.args[0])
		}
		for _, a := range s.args[1:] {
			x.handOn(st, a, fate.ToContainer, s.pos, s.args[0], false)
		}
		return nothing()
	}
	if len(s.args) == 0 {
		return nil, false
	}
	r, ok := x.Roles[s.args[0]]
	if !ok {
		return nil, false
	}
	if recv != "" && fn.Pkg() != x.pkg.Types {
		x.byMethod(st, r, name)
	}
	if aliases(pkg, recv, name) {
		x.use(st, r, s.pos)
		if r.As == fate.AsReference && x.IsTyped(r.Object) {
			return one(st, st.Opaque(s.instr, 0)), true
		}
		t := st.OpaqueAs(s.instr, 0, fate.Alias(r.Object))
		if results := fn.Signature().Results(); results.Len() > 1 {
			parts := []term.Term{t}
			for k := 1; k < results.Len(); k++ {
				if isBytes(results.At(k).Type()) { // another part of it
					parts = append(parts, st.OpaqueAs(s.instr, k, fate.Alias(r.Object)))
				} else {
					parts = append(parts, st.Opaque(s.instr, k))
				}
			}
			t = x.Terms.List(parts)
		}
		return one(st, t), true
	}
	return nil, false
}

// takesFunction reports whether the last parameter of a function is a function.
func takesFunction(fn *types.Func) bool {
	n := fn.Signature().Params().Len()
	if n == 0 {
		return false
	}
	_, ok := fn.Signature().Params().At(n - 1).Type().Underlying().(*types.Signature)
	return ok
}

// onceDo runs a function if it is the first time on this path.
func (x *explorer) onceDo(st *memory.State, s *site) []result {
	if !st.First(memory.Marked(memory.IsDone, s.args[0], nil)) {
		return one(st, st.Opaque(s.instr, 0))
	}
	outer := x.once
	x.once = s.args[0]
	f, call := lastOf(s, 0), *s
	call.fn, call.args, call.common = f.fn, nil, &ssa.CallCommon{Value: f.called}
	results := x.call(st, &call)
	x.once = outer
	return results
}

// aliases lists the functions of the standard library whose first result is
// memory of their receiver or first argument.
func aliases(pkg, recv, name string) bool {
	switch pkg + "." + recv {
	case "bytes.Buffer":
		return name == "Bytes" || name == "Next" || name == "AvailableBuffer"
	case "bufio.Reader":
		return name == "Peek" || name == "ReadSlice" || name == "ReadLine"
	case "bufio.Scanner":
		return name == "Bytes"
	case "bufio.Writer":
		return name == "AvailableBuffer"
	case "bytes.":
		switch name {
		case "Fields", "FieldsFunc":
			return true
		}
		return strings.HasPrefix(name, "Trim") || strings.HasPrefix(name, "Cut") || strings.HasPrefix(name, "Split") && !strings.HasSuffix(name, "Seq")
	case "slices.":
		return name == "Clip" || name == "Grow"
	}
	return false
}

// keeps lists the containers of the standard library.
func keeps(pkg, recv string) bool {
	switch pkg + "." + recv {
	case "sync.Map", "sync/atomic.Pointer", "sync/atomic.Value", "container/list.List":
		return true
	}
	return false
}

// stores reports whether a method of such a container keeps what it is given.
func stores(pkg, recv, name string) bool {
	switch name {
	case "Store", "Swap", "LoadOrStore":
		return keeps(pkg, recv)
	}
	return keeps(pkg, recv) && (strings.HasPrefix(name, "Push") || strings.HasPrefix(name, "Insert"))
}

// mayTakeOut handles a container that something may be taken out of: this function
// may have it again.
func (x *explorer) mayTakeOut(st *memory.State, container term.Term) {
	for id, f := range st.Fates {
		if f.Status == fate.Gone && f.How == fate.ToContainer && f.To == container {
			st.ToTop(id)
		}
	}
}

// send hands a value over a channel.
func (x *explorer) send(st *memory.State, ch, v term.Term, pos token.Pos, loop bool) {
	x.handOn(st, v, fate.ToChannel, pos, ch, loop)
}

// selects parts the path by the cases of a select. A case with a channel that is nil
// is never chosen.
func (x *explorer) selects(f *code.Function, st *memory.State, i *ssa.Select) []*memory.State {
	var after []*memory.State
	for k, c := range i.States {
		if !x.Terms.IsNil(st.Value(c.Chan)) {
			after = append(after, x.selectCase(st.Clone(), i, k, f.InLoop(i.Block()))...)
		}
	}
	if !i.Blocking {
		parts := x.chosen(st, i, -1)
		st.Env[i] = x.Terms.List(parts)
		after = append(after, st)
	}
	return after
}

// chosen returns what a select gives if it chooses a case; -1 is the default.
func (x *explorer) chosen(st *memory.State, i *ssa.Select, k int) []term.Term {
	parts := make([]term.Term, i.Type().(*types.Tuple).Len())
	for p := range parts {
		parts[p] = st.Opaque(i, p)
	}
	parts[0] = x.Terms.Int(int64(k))
	return parts
}

// selectCase carries out a case of a select.
func (x *explorer) selectCase(st *memory.State, i *ssa.Select, k int, loop bool) (after []*memory.State) {
	parts := x.chosen(st, i, k)
	c := i.States[k]
	if c.Dir == types.SendOnly {
		x.send(st, st.Value(c.Chan), st.Value(c.Send), c.Pos, loop)
		st.Env[i] = x.Terms.List(parts)
		return []*memory.State{st}
	}
	if !code.IsDone(c.Chan) {
		x.join(st, loop)
	}
	at := 2 // of what is received
	for _, before := range i.States[:k] {
		if before.Dir == types.RecvOnly {
			at++
		}
	}
	if at < len(parts) && api.IsRef(i.Type().(*types.Tuple).At(at).Type()) {
		closed := st.Clone()
		parts[at] = st.Acquire(i, at, fate.Object{Origin: fate.Received, Pos: c.Pos, What: "the reference received here"})
		if code.UsesOk(i) {
			nothing := slices.Clone(parts)
			parts[1], nothing[1], nothing[at] = x.Terms.Bool(true), x.Terms.Bool(false), x.Terms.Zero()
			closed.Env[i] = x.Terms.List(nothing)
			after = append(after, closed)
		}
	}
	st.Env[i] = x.Terms.List(parts)
	return append(after, st)
}
