// Package listedbycallee has functions that add a literal to a list of cleanups, which closes
// what they were given.
package listedbycallee

import "github.com/rcpool/rcpool"

type State struct{ N int }

var states = rcpool.Pool[State]{Reset: func(s *State) { s.N = 0 }}

type session struct{ state rcpool.Ref[State] }

func (s *session) Close() { rcpool.Drop(&s.state) }

func open() session { return session{states.Get()} }

func run(list []func()) {
	for i := len(list) - 1; i >= 0; i-- {
		list[i]()
	}
}

func closing(list []func(), s *session) []func() {
	return append(list, func() { s.Close() })
}

func counting(list []func(), s *session, n *int) []func() {
	return append(list, func() { *n += s.state.Value().N })
}

type held struct{ s *session }

func closingHeld(list []func(), h held) []func() {
	return append(list, func() { h.s.Close() })
}

// The session is in no list.
func readLost() int {
	s := open() // want "leak: s is not released"
	var list []func()
	defer func() { run(list) }()
	return s.state.Value().N
}

// Only the first session is in the list.
func readSecond() int {
	first := open()
	second := open() // want "leak: second is not released"
	var list []func()
	defer func() { run(list) }()
	list = closing(list, &first)
	return first.state.Value().N + second.state.Value().N
}

// The function in the list does not close the session.
func readCounted() (n int) {
	s := open() // missed "leak: "
	var list []func()
	defer func() { run(list) }()
	list = counting(list, &s, &n)
	return n
}

// The session is returned early, before it is in the list.
func readEarly(skip bool) int {
	s := open() // want "leak: s is not released"
	if skip {
		return 0
	}
	var list []func()
	defer func() { run(list) }()
	list = closing(list, &s)
	return s.state.Value().N
}
