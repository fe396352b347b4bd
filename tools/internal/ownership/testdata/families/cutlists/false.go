package cutlists

// The list is cut to its first element.
func count(text string) int {
	p := newParser(text)
	defer p.free()
	return p.parse()
}

// Another function begins anew.
func fresh() int {
	p := newParser("")
	p.nodes = make([]node, 1, 64)
	n := p.parse()
	p.free()
	return n
}

// Marks are cut to two.
func marked(text string) int {
	p := newParser(text)
	p.marks = append(p.marks, len(text))
	n := len(p.marks)
	p.marks = p.marks[:2]
	p.free()
	return n
}
