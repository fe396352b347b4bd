package program

import "strings"

// Every function has inputs of the same kind: the booleans a, b and c, and a
// number n from 0 to 2. In a loop of n turns the turn, i, counts as an input.
// So there are few enough inputs to follow them all at once: what holds at a
// place of the program is a set of inputs.
type set uint64

const (
	everywhere = set(1)<<(8*3*2) - 1
	nowhere    = set(0)
)

// An input is one combination of values.
type input struct {
	a, b, c bool
	n, i    int
}

func (in input) set() set {
	at := in.i*24 + in.n*8
	for bit, on := range []bool{in.a, in.b, in.c} {
		if on {
			at += 1 << bit
		}
	}
	return 1 << at
}

func allInputs(yield func(input) bool) {
	for at := range 48 {
		if !yield(input{at&1 != 0, at&2 != 0, at&4 != 0, at / 8 % 3, at / 24}) {
			return
		}
	}
}

// where is the set of inputs for which holds answers true.
func where(holds func(input) bool) set {
	s := nowhere
	for in := range allInputs {
		if holds(in) {
			s |= in.set()
		}
	}
	return s
}

// withoutTurn is s with both turns of an input if it has either.
func (s set) withoutTurn() set { return s | s<<24&everywhere | s>>24 }

func (s set) within(t set) bool { return s&^t == 0 }

// A condition is an expression of the program, and where it is true.
type condition struct {
	text, negation string
	holds          set
}

func variable(name string, holds set) condition { return condition{name, "!" + name, holds} }

func (c condition) not() condition { return condition{c.negation, c.text, everywhere &^ c.holds} }

func (c condition) and(d condition) condition { return combine(c, "&&", d, c.holds&d.holds) }

func (c condition) or(d condition) condition { return combine(c, "||", d, c.holds|d.holds) }

func combine(c condition, operator string, d condition, holds set) condition {
	text := c.operand() + " " + operator + " " + d.operand()
	return condition{text, "!(" + text + ")", holds}
}

func (c condition) operand() string {
	if strings.Contains(c.text, "&&") || strings.Contains(c.text, "||") {
		return "(" + c.text + ")"
	}
	return c.text
}

var (
	inputA = variable("a", where(func(in input) bool { return in.a }))
	inputB = variable("b", where(func(in input) bool { return in.b }))
	inputC = variable("c", where(func(in input) bool { return in.c }))

	none     = condition{"n == 0", "n != 0", where(func(in input) bool { return in.n == 0 })}
	several  = condition{"n > 1", "n <= 1", where(func(in input) bool { return in.n > 1 })}
	lastTurn = condition{"i > 0", "i == 0", where(func(in input) bool { return in.i > 0 })}

	// inLoop are the inputs with which a loop of n turns comes to its turn i.
	inLoop = where(func(in input) bool { return in.i < in.n })
)

// through are the inputs of a caller for which its callee, called with args
// for a and b, has inputs in s.
func through(args [2]condition, s set) set {
	return where(func(in input) bool {
		at := input{a: args[0].holds&in.set() != 0, b: args[1].holds&in.set() != 0}
		return s&at.set() != 0
	})
}
