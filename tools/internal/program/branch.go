package program

import (
	"slices"
)

// The statements that decide where the program goes.

const maxDepth = 3

// statements writes some.
func (w *writer) statements(n int) {
	for range n {
		if w.active == nowhere {
			return
		}
		for range 4 {
			m := w.step()
			if m.try(w) {
				w.program.shapes[m.name] = true
				break
			}
		}
	}
}

// A step is a kind of statement. try writes one, if it can.
type step struct {
	name   string
	weight int
	try    func(*writer) bool
}

var steps []step

func init() { // these refer to themselves: blocks hold statements
	steps = []step{
		{"get", 8, (*writer).acquire},
		{"get under a condition", 4, (*writer).acquireSome},
		{"get again", 3, (*writer).acquireAgain},
		{"use", 8, (*writer).useAgain},
		{"lend by pointer", 2, (*writer).lendRef},
		{"retain", 4, (*writer).retain},
		{"try to retain", 1, (*writer).tryRetain},
		{"release", 5, (*writer).release},
		{"defer", 5, (*writer).deferRelease},
		{"release by a function value", 2, (*writer).laterCall},
		{"move", 3, (*writer).move},
		{"detach", 2, (*writer).detach},
		{"with", 1, (*writer).with},
		{"if", 7, (*writer).branch},
		{"early return", 5, (*writer).early},
		{"switch", 3, (*writer).choose},
		{"error", 4, (*writer).failing},
		{"flag", 3, (*writer).flag},
		{"loop", 5, (*writer).loop},
		{"leave a loop", 3, (*writer).leaveLoop},
		{"branch never taken", 3, (*writer).never},
		{"panic never reached", 1, (*writer).panicNever},
		{"goroutine with its own reference", 4, (*writer).goOwner},
		{"goroutine that is joined", 4, (*writer).goJoined},
		{"channel to a consumer", 3, (*writer).channel},
		{"channel that is drained", 2, (*writer).drain},
		{"select: send or drop", 2, (*writer).sendOrDrop},
		{"container", 4, (*writer).container},
		{"add to a container", 4, (*writer).contain},
		{"global", 1, (*writer).global},
		{"call that returns owned", 4, (*writer).open},
		{"call that returns owned or an error", 5, (*writer).tryOpen},
		{"call that consumes", 3, (*writer).consume},
		{"call that returns a cleanup", 3, (*writer).lend},
		{"call that recovers", 2, (*writer).recovering},
		{"call that returns a copy", 2, (*writer).copying},
		{"struct that owns", 4, (*writer).owner},
	}
}

func (w *writer) step() step {
	sum := 0
	for _, s := range steps {
		sum += s.weight
	}
	at := w.IntN(sum)
	for _, s := range steps {
		if at -= s.weight; at < 0 {
			return s
		}
	}
	panic("unreachable")
}

func (w *writer) branch() bool {
	c := w.condition()
	yes, no := w.active&c.holds, w.active&^c.holds
	if w.depth >= maxDepth || yes == nowhere || no == nowhere {
		return false
	}
	some := func() {
		w.say("observe(%d)", w.IntN(9))
		w.statements(1 + w.IntN(3))
	}
	var arms [2]arm
	arms[0].block, arms[0].end = w.nested(yes, some)
	nothing := func() {}
	if w.oneIn(2) {
		nothing = some
	}
	arms[1].block, arms[1].end = w.nested(no, nothing)
	w.fork(c.text, arms)
	return true
}

// fork writes the if statement with the arms, and goes on after it.
func (w *writer) fork(condition string, arms [2]arm) {
	w.join(arms[:]...)
	s := &statement{heads: []string{"if " + condition + " {"}, blocks: []*block{arms[0].block}, text: "}"}
	if len(arms[1].block.statements) > 0 {
		s.heads = append(s.heads, "} else {")
		s.blocks = append(s.blocks, arms[1].block)
	}
	w.emit(s)
}

// early returns under a condition.
func (w *writer) early() bool {
	c := w.condition()
	yes, no := w.active&c.holds, w.active&^c.holds
	if w.stays || yes == nowhere || no == nowhere {
		return false
	}
	w.returnIf(c)
	return true
}

func (w *writer) returnIf(c condition) *statement {
	inner, _ := w.nested(w.active&c.holds, func() {
		if w.oneIn(3) {
			w.statements(1)
		}
		if w.active != nowhere {
			w.exit()
		}
	})
	w.active &^= c.holds
	return w.emit(&statement{heads: []string{"if " + c.text + " {"}, blocks: []*block{inner}, text: "}"})
}

// failing calls a function that returns an error or nil.
func (w *writer) failing() bool {
	c := w.known()
	yes, no := w.active&c.holds, w.active&^c.holds
	if w.stays || yes == nowhere || no == nowhere {
		return false
	}
	name := w.fresh("err")
	w.say("%s := fail(%s)", name, c.text)
	w.failedWith(name, c.holds)
	return true
}

// failedWith goes on after a call that returned an error where failed says.
func (w *writer) failedWith(name string, failed set) {
	c := condition{name + " != nil", name + " == nil", failed}
	w.conditions = append(w.conditions, c)
	if w.stays || w.oneIn(3) {
		inner, end := w.nested(w.active&failed, func() { w.say("observe(1)") })
		rest, restEnd := w.nested(w.active&^failed, func() {})
		w.fork(c.text, [2]arm{{inner, end}, {rest, restEnd}})
		return
	}
	w.returnIf(c).op = checking
}

func (w *writer) flag() bool {
	c := w.condition()
	yes, no := w.active&c.holds, w.active&^c.holds
	if yes == nowhere || no == nowhere {
		return false
	}
	name := w.fresh("flag")
	w.say("%s := %s", name, c.text)
	w.conditions = append(w.conditions, variable(name, c.holds))
	w.say("observe(number(%s))", name)
	return true
}

func (w *writer) choose() bool {
	if w.depth >= maxDepth {
		return false
	}
	c, d := w.known(), w.known()
	head, cases := "switch {", []string{"case " + c.text + ":", "case " + d.text + ":", "default:"}
	sets := []set{c.holds, d.holds &^ c.holds, everywhere &^ (c.holds | d.holds)}
	if slices.ContainsFunc(w.conditions, func(c condition) bool { return c.text == none.text }) && w.oneIn(2) {
		head, cases = "switch n {", []string{"case 0:", "case 1:", "default:"}
		sets = []set{none.holds, everywhere &^ (none.holds | several.holds), several.holds}
	}
	var arms []arm
	s := &statement{text: "}"}
	around := w.inSwitch
	w.inSwitch = true
	for i, at := range sets {
		inner, end := w.nested(w.active&at, func() { w.statements(1 + w.IntN(2)) })
		arms = append(arms, arm{inner, end})
		s.heads = append(s.heads, cases[i])
		s.blocks = append(s.blocks, inner)
	}
	w.inSwitch = around
	s.heads[0] = head + "\n" + s.heads[0]
	w.join(arms...)
	w.emit(s)
	return true
}

// loop writes one of n turns, or of two. What is held around it is only lent
// to it, but for a return.
func (w *writer) loop() bool {
	if w.depth >= maxDepth || len(w.loops) > 1 {
		return false
	}
	l := &loop{label: w.fresh("loop"), holders: len(w.holders)}
	inner := w.turns
	hasN := slices.ContainsFunc(w.conditions, func(c condition) bool { return c.text == none.text })
	entered := everywhere
	head := "for i := range 2 {"
	switch {
	case inner:
		head = "for range 2 {"
	case hasN && w.oneIn(2):
		entered, head = inLoop, "for i := range n {"
	case hasN:
		entered, head = inLoop, "for i := 0; i < n; i++ {"
	}
	if w.active&entered == nowhere {
		return false
	}

	type state struct{ held, due, drop, zero set }
	var before []state
	var outer []string
	for _, h := range w.holders {
		before = append(before, state{h.held, h.due, h.drop, h.zero})
		if h.element != "" {
			outer = append(outer, h.name)
		}
	}
	around, jumped, entry, frozen, inSwitch := w.returned, w.jumped, w.active, w.frozen, w.inSwitch
	w.returned, w.jumped, w.frozen, w.inSwitch, w.turns = nowhere, nowhere, len(w.holders), false, true
	w.loops = append(w.loops, l)
	body, _ := w.nested(entry&entered, func() {
		if !inner {
			w.conditions = append(w.conditions, lastTurn)
			w.say("observe(i)")
		}
		w.statements(2 + w.IntN(4))
	})
	w.loops = w.loops[:len(w.loops)-1]
	gone := w.returned
	w.active = entry &^ gone &^ w.jumped
	w.returned, w.jumped, w.frozen, w.inSwitch, w.turns = around|gone, jumped|w.jumped, frozen, inSwitch, inner

	if !inner {
		w.active = entry & where(func(in input) bool {
			for in.i = range 2 {
				switch at := in.set(); {
				case at&entered == 0 || at&l.broken != 0:
					return true
				case at&gone != 0:
					return false
				}
			}
			return true
		})
	}
	// Only a return can have given up what is held around, and not here.
	for i, s := range before {
		h, here := w.holders[i], w.active
		keep := func(now, then set) set { return now&^here | then&here }
		h.held, h.due, h.drop, h.zero = keep(h.held, s.held), keep(h.due, s.due), keep(h.drop, s.drop), keep(h.zero, s.zero)
	}
	w.failed = w.failed.withoutTurn()
	if l.named {
		head = l.label + ":\n" + head
	}
	w.emit(&statement{op: looping, heads: []string{head}, blocks: []*block{body}, text: "}", outer: outer})
	return true
}

// leaveLoop writes continue or break under a condition.
func (w *writer) leaveLoop() bool {
	c := w.condition()
	yes := w.active & c.holds
	if len(w.loops) == 0 || yes == nowhere || yes == w.active {
		return false
	}
	l := pick(w, w.loops)
	word := pick(w, []string{"continue", "break"})
	inner, _ := w.nested(yes, func() {
		for _, h := range slices.Backward(w.holders[l.holders:]) {
			w.giveUp(h)
		}
		if word == "break" {
			l.broken |= w.active
		}
		if l != w.loops[len(w.loops)-1] {
			w.jumped |= w.active
		}
		if l != w.loops[len(w.loops)-1] || w.inSwitch || w.oneIn(4) {
			l.named = true
			word += " " + l.label
		}
		w.say("%s", word)
		w.active = nowhere
	})
	w.active &^= yes
	w.emit(&statement{heads: []string{"if " + c.text + " {"}, blocks: []*block{inner}, text: "}"})
	return true
}

// never writes what would be wrong, were it ever executed.
func (w *writer) never() bool {
	c := w.condition()
	h := w.some(func(h *holder) bool { return h.element != "" })
	if h == nil || w.active&c.holds != nowhere {
		return false
	}
	w.say("if %s {\n%s.Release()\n}", c.text, h.name)
	return true
}

func (w *writer) panicNever() bool {
	w.say("%s", pick(w, []string{
		`if limit < 0 {
			panic("negative limit")
		}`,
		`if limit < 0 {
			fatal("negative limit")
		}`,
	}))
	return true
}
