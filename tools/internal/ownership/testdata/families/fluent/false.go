package fluent

func chained(err error) int {
	return begin().add("a").add("b").fail(err).named("x").end()
}

func kept(err error) int {
	l := begin()
	l = l.add("a")
	if err != nil {
		l = l.fail(err)
	}
	l = l.named("y")
	return l.end()
}

func numbered() int {
	l, ok := begin().add("a").numbered()
	if !ok {
		l.ref.Release()
		return 0
	}
	return l.end() + l.n
}

func deferred() string {
	l := begin().named("z")
	defer l.ref.Release()
	return l.add("a").name
}

func sharedOnce() int {
	l := begin()
	other := l.add("a").shared()
	l.ref.Release()
	return other.end()
}

func closedOnce() int {
	l := begin().add("b").closed()
	return l.n
}

func movedOver() int {
	var to line
	rest := begin().add("a").moved(&to)
	return to.end() + len(rest.name)
}
