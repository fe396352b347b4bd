package keptlists

// The words are returned, and the planner goes back.
func words(text string) []string {
	p := planners.Get().(*planner)
	defer planners.Put(p)
	return p.split(text) // want "escape: "
}

// They are used after the Put.
func joined(text string, use func([]string)) {
	p := planners.Get().(*planner)
	list := p.split(text)
	planners.Put(p)
	use(list) // want "use-after-release: "
}

// The spans are a part of the list.
func spans(text string) []span {
	p := planners.Get().(*planner)
	defer planners.Put(p)
	return p.longest(text, 3) // want "escape: "
}
