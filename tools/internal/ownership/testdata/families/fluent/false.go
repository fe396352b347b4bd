package fluent

// The last method of the chain releases.
func chained(err error) int {
	return begin().add("a").add("b").fail(err).named("x").end()
}

// The line is assigned again and again.
func kept(err error) int {
	l := begin()
	l = l.add("a")
	if err != nil {
		l = l.fail(err)
	}
	l = l.named("y")
	return l.end()
}

// The line is released on both ways.
func numbered() int {
	l, ok := begin().add("a").numbered()
	if !ok {
		l.ref.Release()
		return 0
	}
	return l.end() + l.n
}

// The first line is released, the second is the same.
func deferred() string {
	l := begin().named("z")
	defer l.ref.Release()
	return l.add("a").name
}

// Each has a reference.
func sharedOnce() int {
	l := begin()
	other := l.add("a").shared()
	l.ref.Release()
	return other.end()
}

// What is left of the line has a number.
func closedOnce() int {
	l := begin().add("b").closed()
	return l.n
}

// The reference is in the other line.
func movedOver() int {
	var to line
	rest := begin().add("a").moved(&to)
	return to.end() + len(rest.name)
}

// An open line may still get columns, and the body closes it.
func bodied() int {
	return form{begin(), true}.header("a").body("b").header("c").line.end()
}

// The last method gives the row to one that keeps it, or releases it.
func sent(s *sender) {
	begin().add("a").send(s, "b")
	begin().named("x").send(s, "c")
}
