package cutlists

// The position is kept.
func keepPos(text string) int {
	p := newParser(text)
	p.pos = len(text)
	n := p.parse() + p.pos
	clear(p.nodes)
	p.nodes = p.nodes[:1]
	p.text = ""
	parsers.Put(p) // want "reset: "
	return n
}

// It is used after it was put back.
func late(text string) int {
	p := newParser(text)
	p.free()
	return p.parse() // want "use-after-release: "
}

// It is put back twice.
func twice(text string) int {
	p := newParser(text)
	defer p.free()
	n := p.parse()
	p.free() // want "double-release: "
	return n
}
