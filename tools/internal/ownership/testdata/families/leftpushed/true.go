package leftpushed

import "strings"

// An element that is not closed stays open for the next document.
func (s *scanner) scan() error {
	for s.input != "" {
		name, rest, _ := strings.Cut(s.input, " ")
		s.input = rest
		s.line++
		if name == "" {
			return errNesting
		}
		if name[0] != '/' {
			s.stack = append(s.stack, name)
			s.counts[name]++
			continue
		}
		if len(s.stack) == 0 || s.stack[len(s.stack)-1] != name[1:] {
			return errNesting
		}
		s.stack = s.stack[:len(s.stack)-1]
	}
	return nil
}

func putScanner(s *scanner) {
	s.input = ""
	s.line = 0
	clear(s.counts)
	scanners.Put(s) // want "reset: scanner is put back with all that was added to field stack"
}

func countElements(doc, name string) (int, error) {
	s := getScanner(doc)
	defer putScanner(s)
	if err := s.scan(); err != nil {
		return 0, err
	}
	return s.counts[name], nil
}

// Brackets that are open at the end stay open.
func (c *checker) check() bool {
	for ; c.at < len(c.text); c.at++ {
		switch b := c.text[c.at]; b {
		case '(', '[':
			c.push(b)
		case ')', ']':
			if c.pop() == 0 {
				return false
			}
		case 0:
			return false
		}
	}
	return true
}

func balanced(text string) bool {
	c := checkers.Get().(*checker)
	c.text = text
	ok := c.check()
	c.reset()
	checkers.Put(c)
	return ok
}

func (c *checker) reset() { // want "reset: reset does not reset field open of checker"
	c.text = ""
	c.at = 0
}

// The way to a node that was found is the way to all nodes after that.
func (g *guide) look(n *node, name string) bool {
	g.way = append(g.way, n.name)
	g.steps++
	if n.name == name && len(g.way) > 1 {
		return true
	}
	for _, child := range n.children {
		if g.look(child, name) {
			return true
		}
	}
	g.way = g.way[:len(g.way)-1]
	return false
}

func lookFor(root *node, name string) bool {
	g := guides.Get().(*guide)
	defer func() {
		g.name, g.steps = "", 0
		guides.Put(g) // want "reset: guide is put back with all that was added to field way"
	}()
	g.name = name
	return g.look(root, name)
}

// Only the blanks are pushed, and not all of them are popped.
func indent(lines []string) (levels []int) {
	l := layouts.Get().(*layout)
	defer l.free()
	for _, line := range lines {
		l.lines++
		n := len(line) - len(strings.TrimLeft(line, " "))
		for len(l.widths) > 1 && l.widths[len(l.widths)-1] > n {
			l.widths = l.widths[:len(l.widths)-1]
		}
		l.widths = append(l.widths, n)
		levels = append(levels, len(l.widths))
	}
	return levels
}

func (l *layout) free() {
	l.name, l.lines = "", 0
	layouts.Put(l) // want "reset: layout is put back with all that was added to field widths"
}

// What is left of the sum is in the next one.
func sum(code string) (n int) {
	a := adders.Get().(*adder)
	defer adders.Put(a) // want "reset: adder is put back with all that was added to field values"
	a.code, a.pc = code, 0
	for _, c := range code {
		a.pc++
		if c >= '0' {
			a.values = append(a.values, int(c-'0'))
			continue
		}
		if len(a.values) < 2 {
			return 0
		}
		last := len(a.values) - 1
		n += a.values[last]
		a.values = a.values[:len(a.values)-1]
	}
	return n
}

// A box is left open where a line is empty.
func drawBox(title string, lines ...string) int {
	p := plots.Get().(*plot)
	defer p.free()
	p.title = title
	p.enter("box")
	for _, line := range lines {
		if line == "" {
			return 0
		}
		p.height += len(line) + len(p.boxes[0])
	}
	p.leave()
	return p.height
}

func (p *plot) enter(box string) { p.boxes = append(p.boxes, box) }

func (p *plot) leave() { p.boxes = p.boxes[:len(p.boxes)-1] }

func (p *plot) free() {
	p.title, p.height = "", 0
	plots.Put(p) // want "reset: plot is put back with all that was added to field boxes"
}
