package fluent

// Only the name of the last line is used.
func chainedLost(err error) string {
	return begin().add("a").fail(err).named("x").name // want "leak: "
}

// The line is lost beside an error.
func keptLost(err error) int {
	l := begin() // want "leak: "
	l = l.add("a")
	if err != nil {
		return 0
	}
	l = l.named("y")
	return l.end()
}

// The line without columns is lost.
func numberedLost() int {
	l, ok := begin().add("a").numbered() // want "leak: "
	if !ok {
		return 0
	}
	return l.end() + l.n
}

// The end of the chain releases, and so does the deferred call.
func deferredTwice() int {
	l := begin().named("z")
	defer l.ref.Release()
	return l.add("a").end() // want "double-release: "
}

// The first reference is lost.
func sharedLost() int {
	l := begin() // want "leak: "
	other := l.add("a").shared()
	return other.end()
}

// What was moved is lost.
func movedLost() int {
	var to line
	rest := begin().add("a").moved(&to) // want "leak: "
	return rest.n
}

// The other line is the same.
func usedLate() int {
	l := begin()
	other := l.add("c")
	l.ref.Release()
	return other.end() // want "double-release: "
}

// The line of the form is never released.
func bodiedLost() bool {
	f := form{begin(), true} // want "leak: "
	return f.header("a").body("b").open
}

// The row is the sender's.
func sentTwice(s *sender) {
	l := begin().add("a")
	l.send(s, "b")
	l.ref.Release() // want "double-release: "
}
