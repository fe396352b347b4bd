package ownership

import (
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/rcpool/rcpool/tools/internal/ownership/api"
	"github.com/rcpool/rcpool/tools/internal/ownership/code"
	"github.com/rcpool/rcpool/tools/internal/ownership/fate"
	"github.com/rcpool/rcpool/tools/internal/ownership/memory"
	"github.com/rcpool/rcpool/tools/internal/ownership/term"
)

// libraryCalls carries out calls of the standard library and of a few others. It knows them by
// their names, and asks nobody about them.
type libraryCalls struct {
	*memory.Values
	accounts  *accounts
	handovers *handovers
	stores    *stores
	pools     *pools
	spawns    *spawns
	errors    *errorValues
	where     *position
	carrier   carrier
	pkg       *code.Package
}

// call carries out calls of the standard library and of a few others: functions
// that wait, that call functions later, that make or compare errors, that keep
// objects, or whose results are memory of their receiver.
func (lc *libraryCalls) call(st *memory.State, s *site, fn *types.Func) ([]result, bool) {
	recv, pkg := "", ""
	if r := fn.Signature().Recv(); r != nil {
		recv = api.TypeName(r.Type())
	}
	if fn.Pkg() != nil {
		pkg = fn.Pkg().Path()
	}
	if recv != "" && fn.Name() == "Wait" {
		return one(st, st.Opaque(s.instr, 0)), true
	}
	if results, known := lc.callsBack(st, s, fn, pkg, recv); known {
		return results, true
	}
	if pkg == "context" && (recv == "Context" && fn.Name() == "Err" || fn.Name() == "Cause") && isOver(st, s.args[0]) {
		t := lc.Terms.Make(term.Node{Kind: term.Opaque, Tag: over{}, A: s.args[0]})
		lc.Terms.SetNonNil(t)
		return one(st, t), true
	}
	if results, known := lc.aboutErrors(st, s, pkg, fn.Name()); known {
		return results, true
	}
	if len(s.args) > 0 && recv == "" && len(st.Containers[s.args[0]]) > 0 {
		switch {
		case pkg == "slices" && fn.Name() == "Clone":
			t := st.Fresh(s.instr, 2)
			st.Containers[t] = slices.Clone(st.Containers[s.args[0]])
			return one(st, t), true
		case sorts(pkg, fn.Name()): // nobody knows which element is where, as before
			return one(st, st.Opaque(s.instr, 0)), true
		}
	}
	if keeps(pkg, recv) {
		if results, known := lc.ofContainer(st, s, fn.Name()); known {
			return results, true
		}
	}
	return lc.ofObject(st, s, fn, pkg, recv)
}

// isOver reports whether a context is done: its channel was closed, or it had an error.
func isOver(st *memory.State, ctx term.Term) bool {
	if st.Marks[memory.Marked(memory.IsOver, ctx, nil)] != 0 {
		return true
	}
	args := st.Terms.List([]term.Term{ctx})
	for evaluation, err := range st.Latest.All() {
		call := st.Evaluations.Node(evaluation)
		fn, ok := call.Tag.(*types.Func)
		if !ok || call.Kind != term.Call || fn.Name() != "Err" || call.A != args {
			continue
		}
		if isNil, known := st.Facts.Decide(st.Terms, st.Terms.IsNilTest(err)); known && !isNil {
			return true
		}
	}
	return false
}

// over is the tag of the errors of contexts that are done.
type over struct{}

// callsBack carries out functions that call the function which they are given, now or
// later, and those that keep them from it.
func (lc *libraryCalls) callsBack(st *memory.State, s *site, fn *types.Func, pkg, recv string) ([]result, bool) {
	switch name := fn.Name(); {
	case (name == "Go" || name == "TryGo") && (recv == "WaitGroup" || recv == "Group") && takesFunction(fn):
		lc.spawns.spawn(st, s, lastOf(s, fate.ToGoroutine))
		return one(st, st.Opaque(s.instr, 0)), true
	case name == "AfterFunc" && recv == "" && (pkg == "time" || pkg == "context"):
		f := lastOf(s, fate.ToLater)
		f.stop = st.Opaque(s.instr, 0)
		lc.spawns.spawn(st, s, f)
		return one(st, f.stop), true
	case pkg == "time" && recv == "Timer" && name == "Stop":
		return lc.spawns.stops(st, s.args[0])
	case pkg == "testing" && name == "Cleanup":
		lc.spawns.spawn(st, s, lastOf(s, fate.ToLater))
		return one(st, st.Opaque(s.instr, 0)), true
	case pkg == "sync" && recv == "Once" && name == "Do":
		return lc.onceDo(st, s), true
	}
	return nil, false
}

// joined returns the result of errors.Join, which is nil if all errors are.
func joined(st *memory.State, s *site) term.Term {
	t, failure := st.Opaque(s.instr, 0), st.Opaque(s.instr, 1)
	st.Terms.SetNonNil(failure)
	all, known := code.VariadicLength(s.common)
	if len(s.args) == 0 || !known {
		return t
	}
	for addr, err := range st.Cells {
		switch {
		case st.Terms.Node(addr).A != s.args[0] && !st.Terms.InSlice(addr, s.args[0]):
		case st.Terms.NotNil(err):
			return failure
		case st.Terms.IsNil(err):
			all--
		}
	}
	if all == 0 {
		return st.Terms.Nil()
	}
	return t
}

// aboutErrors carries out functions that make errors or compare them.
func (lc *libraryCalls) aboutErrors(st *memory.State, s *site, pkg, name string) ([]result, bool) {
	switch pkg + "." + name {
	case "errors.Is", "errors.As":
		if lc.Terms.IsNil(s.args[0]) {
			return one(st, lc.Terms.Bool(false)), true
		}
		if name == "Is" {
			if is, known := lc.errors.isError(s.args[0], s.args[1]); known {
				return one(st, lc.Terms.Bool(is)), true
			}
		}
	case "errors.Join":
		return one(st, joined(st, s)), true
	case "errors.New", "fmt.Errorf":
		t := st.Opaque(s.instr, 0)
		lc.Terms.SetNonNil(t)
		for _, a := range s.args {
			st.Reach(a, func(r fate.Role, _ term.Term) { lc.accounts.use(st, r, s.pos) })
		}
		return one(st, t), true
	}
	return nil, false
}

// ofContainer carries out a method of a container that keeps objects.
func (lc *libraryCalls) ofContainer(st *memory.State, s *site, name string) ([]result, bool) {
	if !keepsGiven(name) || name == "Swap" {
		mayTakeOut(st, s.args[0])
	}
	if !keepsGiven(name) {
		return nil, false
	}
	for _, a := range s.args[1:] {
		lc.stores.keepWeakly(st, s.args[0], a)
	}
	if name == "LoadOrStore" {
		return lc.loadOrStore(st, s), true
	}
	for _, a := range s.args[1:] {
		lc.handovers.handOn(st, a, fate.ToContainer, s.pos, s.args[0], false)
	}
	return one(st, st.Opaque(s.instr, 0)), true
}

// loadOrStore parts the path by whether there was something in the container already.
// Then this function keeps what it has. A caller that does not ask, and does not take what is there
// instead of what it has brought, may know that there is nothing.
func (lc *libraryCalls) loadOrStore(st *memory.State, s *site) []result {
	v := s.args[len(s.args)-1]
	if code.IgnoresLast(s.instr) && !code.TakesWhatIsThere(s.instr) {
		st.Lose(v)
		return one(st, lc.Terms.List([]term.Term{st.Opaque(s.instr, 0), st.Opaque(s.instr, 1)}))
	}
	loaded := st.Clone()
	for _, a := range s.args[1:] {
		lc.handovers.handOn(st, a, fate.ToContainer, s.pos, s.args[0], false)
	}
	return []result{
		{st, lc.Terms.List([]term.Term{v, lc.Terms.Bool(false)})},
		{loaded, lc.Terms.List([]term.Term{loaded.Opaque(s.instr, 0), lc.Terms.Bool(true)})},
	}
}

// ofObject carries out a method of an object that is tracked, or a function whose
// first argument is one: it may reset or write the object, and return a part of its
// memory.
func (lc *libraryCalls) ofObject(st *memory.State, s *site, fn *types.Func, pkg, recv string) ([]result, bool) {
	if len(s.args) == 0 {
		return nil, false
	}
	if recv != "" && fn.Pkg() != lc.pkg.Types {
		lc.pools.byMethod(st, s.args[0], fn.Name())
	}
	if t, appended := lc.appends(st, s, fn, pkg); appended {
		return one(st, t), true
	}
	r, ok := lc.Roles[s.args[0]]
	if !ok {
		if (pkg == "bytes" || recv != "") && aliases(pkg, recv, fn.Name()) {
			return one(st, lc.partsOf(st, s, fn)), true
		}
		return nil, false
	}
	if !aliases(pkg, recv, fn.Name()) {
		return nil, false
	}
	lc.accounts.use(st, r, s.pos)
	if r.As == fate.AsReference && lc.IsTyped(r.Object) {
		return one(st, st.Opaque(s.instr, 0)), true
	}
	t := st.OpaqueAs(s.instr, 0, fate.Alias(r.Object))
	results := fn.Signature().Results()
	if results.Len() < 2 {
		return one(st, t), true
	}
	parts := []term.Term{t}
	for k := 1; k < results.Len(); k++ {
		if isBytes(results.At(k).Type()) { // another part of it
			parts = append(parts, st.OpaqueAs(s.instr, k, fate.Alias(r.Object)))
		} else {
			parts = append(parts, st.Opaque(s.instr, k))
		}
	}
	return one(st, lc.Terms.List(parts)), true
}

// appends carries out a function of the standard library that appends to memory of an object,
// such as strconv.AppendInt: the result is that memory, as that of the builtin append is.
func (lc *libraryCalls) appends(st *memory.State, s *site, fn *types.Func, pkg string) (term.Term, bool) {
	k, given := listAppendedTo(s, fn, pkg)
	if !given {
		return 0, false
	}
	r, ok := lc.Roles[s.args[k]]
	if !ok || r.As != fate.AsAlias {
		return 0, false
	}
	lc.accounts.touch(st, s.args[k], s.pos)
	for _, a := range s.args[k+1:] {
		st.Reach(a, func(r fate.Role, _ term.Term) { lc.accounts.use(st, r, s.pos) })
	}
	t := st.OpaqueAs(s.instr, 2, r)
	if fn.Signature().Results().Len() > 1 {
		return lc.Terms.List([]term.Term{t, st.Opaque(s.instr, 1)}), true
	}
	return t, true
}

// listAppendedTo returns the argument to which a function of the standard library appends, if
// its first result is the longer list, and another one at most an error. There is no place
// behind a list that was clipped: the longer one is new memory.
func listAppendedTo(s *site, fn *types.Func, pkg string) (k int, ok bool) {
	signature := fn.Signature()
	params, results := signature.Params(), signature.Results()
	if s.common.IsInvoke() || !api.InStandardLibrary(pkg) || !strings.HasPrefix(fn.Name(), "Append") {
		return 0, false
	}
	if params.Len() == 0 || results.Len() == 0 || results.Len() > 2 || results.Len() == 2 && !api.IsError(results.At(1).Type()) {
		return 0, false
	}
	if signature.Recv() != nil {
		k = 1
	}
	list := params.At(0).Type()
	written := k - (len(s.args) - len(s.common.Args)) // of a method value, the receiver is not
	if len(s.args) <= k || written < 0 || isClipped(s.common.Args[written]) {
		return 0, false
	}
	return k, isBytes(list) && types.Identical(list, results.At(0).Type())
}

// isClipped reports whether a list was cut off where its capacity ends.
func isClipped(list ssa.Value) bool {
	switch v := list.(type) {
	case *ssa.Slice:
		return v.Max != nil
	case *ssa.Call:
		fn := code.Callee(&v.Call)
		return fn != nil && fn.Pkg != nil && fn.Pkg.Pkg.Path() == "slices" && fn.Name() == "Clip"
	}
	return false
}

// partsOf returns the results of a function that cuts a slice into parts, or of a method
// that gives away memory of its receiver, such as the Bytes of a bytes.Buffer. Callers are
// told what they are part of.
func (lc *libraryCalls) partsOf(st *memory.State, s *site, fn *types.Func) term.Term {
	results := fn.Signature().Results()
	parts := make([]term.Term, results.Len())
	for k := range parts {
		parts[k] = st.Opaque(s.instr, k)
		if isBytes(results.At(k).Type()) {
			lc.SetWithin(parts[k], s.args[0])
		}
	}
	if len(parts) == 1 {
		return parts[0]
	}
	return lc.Terms.List(parts)
}

// takesFunction reports whether the last parameter of a function is a function.
func takesFunction(fn *types.Func) bool {
	n := fn.Signature().Params().Len()
	return n > 0 && isFunction(fn.Signature().Params().At(n-1).Type())
}

// onceDo runs a function if it is the first time on this path.
func (lc *libraryCalls) onceDo(st *memory.State, s *site) []result {
	if !st.First(memory.Marked(memory.IsDone, s.args[0], nil)) {
		return one(st, st.Opaque(s.instr, 0))
	}
	outer := lc.where.once
	lc.where.once = s.args[0]
	f, call := lastOf(s, 0), *s
	call.fn, call.args, call.common = f.fn, nil, &ssa.CallCommon{Value: f.called}
	results := lc.carrier.call(st, &call)
	lc.where.once = outer
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
		case "Fields", "FieldsFunc", "NewReader", "NewBuffer":
			return true
		}
		return strings.HasPrefix(name, "Trim") || strings.HasPrefix(name, "Cut") || strings.HasPrefix(name, "Split") && !strings.HasSuffix(name, "Seq")
	case "slices.":
		return name == "Clip" || name == "Grow"
	}
	return false
}

// sorts lists the functions of the standard library that only change the order of a list.
func sorts(pkg, name string) bool {
	switch pkg + "." + name {
	case "slices.SortFunc", "slices.SortStableFunc", "slices.Reverse", "sort.Slice", "sort.SliceStable":
		return true
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

// keepsGiven reports whether a method of such a container keeps what it is given.
func keepsGiven(name string) bool {
	switch name {
	case "Store", "Swap", "LoadOrStore":
		return true
	}
	return strings.HasPrefix(name, "Push") || strings.HasPrefix(name, "Insert")
}
