package program

import (
	"fmt"
	"slices"
	"strings"
)

// A maker makes one program.
type maker struct {
	Choices
	program *Program
	serial  int
	calls   int // how many functions it may declare
	callees int // how many it has
}

func (m *maker) fresh(name string) string {
	m.serial++
	return fmt.Sprint(name, m.serial)
}

// one says yes once in n times.
func (m *maker) oneIn(n int) bool { return m.IntN(n) == n-1 }

// result says what a function returns.
type result int

const (
	nothing result = iota
	sumAndError
	owned        // a Ref
	ownedOrError // a Ref, or the zero Ref and an error
)

// A lease is an object from a pool, for which several holders can have a
// reference.
type lease struct {
	shared   set // where somebody has a reference that the function does not know the end of
	detached set // where the object belongs to the function for good
}

// elsewhere is a lease that began in another function.
func elsewhere() *lease { return &lease{shared: everywhere} }

// A holder is a variable that holds what must be given up once: a Ref, or
// something that owns Refs.
type holder struct {
	name    string
	element string        // T of a Ref[T], otherwise empty
	lease   *lease        // of the Ref
	end     func(*writer) // writes what gives it up; nil for the ways of a Ref
	put     func() string // what a deferred call that gives it up says
	held    set           // where it is held
	caught  bool          // whether a function literal uses it that runs later
	due     set           // where a deferred call gives it up, and nothing else may
	drop    set           // where a deferred call gives it up if nothing else does
	zero    set           // where it is the zero Ref
	depth   int           // of the block that declares it

	contains string                    // the T of the Refs in a container
	add      func(value string) string // what puts another into it
}

// A view is a variable that borrows from an object.
type view struct {
	name  string
	bytes bool // a []byte, not a *T
	typ   string
	lease *lease
	bound set // where it has a value
}

// A writer writes a function, declared or literal. Whatever it writes is
// executed with the inputs in active; so that is where it changes things.
type writer struct {
	*maker
	result  result
	element string // of the result
	inputs  []string
	total   bool // whether there is a variable to add up in
	literal bool
	stays   bool // whether it must not return early
	level   int  // of calls

	active     set
	block      *block
	depth      int
	holders    []*holder
	views      []*view
	conditions []condition
	frozen     int // the first holders, which belong to what is around a loop
	loops      []*loop
	inSwitch   bool
	turns      bool // whether i is in sight
	jumped     set  // where a loop was left for one around it
	failed     set  // where the function has returned an error
	returned   set  // where it has returned
}

// A loop is one that is being written.
type loop struct {
	label   string
	named   bool // whether the label is used
	holders int  // that are declared around it
	broken  set  // where it was left by break
}

func (m *maker) function(r result, element string, inputs []condition, more ...condition) *writer {
	w := &writer{maker: m, result: r, element: element, active: everywhere, conditions: append(slices.Clone(inputs), more...)}
	for _, c := range inputs {
		w.inputs = append(w.inputs, c.text)
	}
	w.total = r == sumAndError
	w.block = w.newBlock()
	return w
}

// body writes the function.
func (w *writer) body(budget int) {
	if w.total {
		w.say("total := 0")
	}
	w.statements(budget)
	w.close()
}

// close ends the function.
func (w *writer) close() {
	reached := w.active != nowhere
	if reached {
		w.exit()
	}
	last := len(w.block.statements) - 1
	switch {
	case w.result == nothing && reached: // the closing brace says it
		w.block.statements = w.block.statements[:last]
	case w.result != nothing && !strings.HasPrefix(w.block.statements[last].text, "return"):
		w.say(`panic("unreachable")`)
	}
}

func (w *writer) newBlock() *block {
	b := &block{exit: "return", inputs: w.inputs, loop: len(w.loops) > 0}
	switch w.result {
	case sumAndError:
		b.exit = "return total, errInput"
	case owned:
		b.exit = fmt.Sprintf("return rcpool.Ref[%s]{}", w.element)
	case ownedOrError:
		b.exit = fmt.Sprintf("return rcpool.Ref[%s]{}, errInput", w.element)
	}
	return b
}

func (w *writer) emit(s *statement) *statement {
	w.block.statements = append(w.block.statements, s)
	return s
}

func (w *writer) say(format string, args ...any) *statement {
	return w.emit(&statement{text: fmt.Sprintf(format, args...)})
}

// nested writes a block that is executed with the inputs in active, and
// answers with those with which its end is reached. What was declared in it is
// given up there; what was declared around it is held where a condition from
// around it says so.
func (w *writer) nested(active set, write func()) (*block, set) {
	before, outer, holders, views, conditions := w.active, w.block, len(w.holders), len(w.views), len(w.conditions)
	w.active, w.block = active, w.newBlock()
	w.depth++
	write()
	if w.active != nowhere {
		for _, h := range w.holders[holders:] {
			w.giveUp(h)
		}
		for _, h := range w.holders[:holders] {
			if _, ok := w.guard(h, w.conditions[:conditions]); !ok {
				w.giveUp(h)
			}
		}
	}
	inner, end := w.block, w.active
	w.depth--
	w.active, w.block, w.holders, w.views, w.conditions = before, outer, w.holders[:holders], w.views[:views], w.conditions[:conditions]
	return inner, end
}

// An arm is a block of which one of several is executed.
type arm struct {
	block *block
	end   set
}

// join goes on after arms. Where it depends on the arm whether something is
// held, there must be a condition that knows.
func (w *writer) join(arms ...arm) {
	after := nowhere
	for _, a := range arms {
		after |= a.end
	}
	for i, h := range w.holders {
		w.active = after
		if _, ok := w.guard(h, w.conditions); ok && (i < w.frozen || w.left(h) == after || !w.oneIn(4)) {
			continue
		}
		around := w.block
		for _, a := range arms {
			w.block, w.active = a.block, a.end
			w.giveUp(h)
		}
		w.block = around
	}
	w.active = after
}

// left is where h must still be given up.
func (w *writer) left(h *holder) set { return w.active & h.held &^ h.due &^ h.drop }

// guard is a condition that is true where h must still be given up.
func (w *writer) guard(h *holder, known []condition) (condition, bool) {
	left := w.left(h)
	if left == nowhere || left == w.active {
		return condition{}, true
	}
	c, ok := w.express(left, known)
	if h.element != "" && w.active&h.zero == w.active&^left && (!ok || w.oneIn(2)) {
		return condition{text: "!" + h.name + ".IsZero()", negation: h.name + ".IsZero()", holds: left}, true
	}
	return c, ok
}

// express finds a condition that is true for those of the active inputs that
// are in s.
func (w *writer) express(s set, known []condition) (condition, bool) {
	var literals []condition
	for _, c := range known {
		literals = append(literals, c, c.not())
	}
	fits := func(c condition) bool { return c.holds&w.active == s&w.active }
	for _, c := range literals {
		if fits(c) {
			return c, true
		}
	}
	for _, c := range literals {
		for _, d := range literals {
			for _, both := range []condition{c.and(d), c.or(d)} {
				if fits(both) {
					return both, true
				}
			}
		}
	}
	return condition{}, false
}

// giveUp writes what gives h up where it must be.
func (w *writer) giveUp(h *holder) {
	left := w.left(h)
	if left == nowhere {
		return
	}
	c, ok := w.guard(h, w.conditions)
	if !ok {
		panic(fmt.Sprintf("program %s: no condition says where %s is held", w.program.Name, h.name))
	}
	if left == w.active {
		w.end(h)
		return
	}
	w.program.shapes["correlated release"] = true
	inner, _ := w.nested(left, func() { w.end(h) })
	w.emit(&statement{op: guarded, heads: []string{"if " + c.text + " {"}, blocks: []*block{inner}, text: "}"})
}

// exit returns, and gives up whatever is held.
func (w *writer) exit() {
	// A return in a loop may come after another turn, so there is one kind.
	w.exitWith(len(w.loops) > 0 || w.active != everywhere && w.oneIn(3))
}

// exitWith returns an error if fail is set, and the function can.
func (w *writer) exitWith(fail bool) {
	text := w.block.exit
	switch {
	case w.result == sumAndError && !fail:
		text = "return total, nil"
	case w.result == owned, w.result == ownedOrError && !fail:
		h := w.some(func(h *holder) bool { return h.element == w.element && w.plainRef(h) })
		if h == nil {
			h = w.get(w.element)
		}
		text = "return " + w.hand(h)
		h.held &^= w.active
		if w.result == ownedOrError {
			text += ", nil"
		}
	}
	for _, h := range slices.Backward(w.holders) {
		w.giveUp(h)
	}
	if fail {
		w.failed |= w.active
	}
	w.say("%s", text)
	w.returned |= w.active
	w.active = nowhere
}

// free reports whether h is held wherever the program can be, and may be given up.
func (w *writer) free(h *holder) bool {
	return w.active.within(h.held) && w.active&h.due == nowhere && slices.Index(w.holders, h) >= w.frozen
}

// live reports whether h can be used.
func (w *writer) live(h *holder) bool { return h.element != "" && w.active.within(h.held) }

// valid reports whether what v borrows from is still there.
func (w *writer) valid(v *view) bool {
	there := v.lease.detached
	for _, h := range w.holders {
		if h.lease == v.lease {
			there |= h.held
		}
	}
	return w.active.within(v.bound & there)
}

// some is one of the holders that fit, nil if there is none.
func (w *writer) some(fits func(*holder) bool) *holder {
	var all []*holder
	for _, h := range w.holders {
		if fits(h) {
			all = append(all, h)
		}
	}
	if len(all) == 0 {
		return nil
	}
	return pick(w, all)
}

// hand is an expression that hands the Ref in h on.
func (w *writer) hand(h *holder) string {
	if w.active&h.drop != nowhere || w.oneIn(4) {
		h.zero |= w.active
		return fmt.Sprintf("rcpool.Move(&%s)", h.name)
	}
	return h.name
}

// condition is one that the function knows, or a combination.
func (w *writer) condition() condition {
	c := w.known()
	switch w.IntN(6) {
	case 4:
		c = c.and(w.known())
	case 5:
		c = c.or(w.known())
	}
	return c
}

func (w *writer) known() condition {
	c := pick(w, w.conditions)
	if w.oneIn(2) {
		return c.not()
	}
	return c
}

// use is a statement that adds number up, or shows it.
func (w *writer) use(number string) string {
	if w.total {
		return "total += " + number
	}
	return "observe(" + number + ")"
}
