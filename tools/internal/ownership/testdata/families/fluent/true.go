package fluent

func chainedLost(err error) string {
	return begin().add("a").fail(err).named("x").name // want "leak: "
}

func keptLost(err error) int {
	l := begin() // want "leak: "
	l = l.add("a")
	if err != nil {
		return 0
	}
	l = l.named("y")
	return l.end()
}

func numberedLost() int {
	l, ok := begin().add("a").numbered() // want "leak: "
	if !ok {
		return 0
	}
	return l.end() + l.n
}

func deferredTwice() int {
	l := begin().named("z")
	defer l.ref.Release()
	return l.add("a").end() // want "double-release: "
}

func sharedLost() int {
	l := begin() // want "leak: "
	other := l.add("a").shared()
	return other.end()
}

func movedLost() int {
	var to line
	rest := begin().add("a").moved(&to) // want "leak: "
	return rest.n
}

func usedLate() int {
	l := begin()
	other := l.add("c")
	l.ref.Release()
	return other.end() // want "double-release: "
}
