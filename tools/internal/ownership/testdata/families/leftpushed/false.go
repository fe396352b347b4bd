package leftpushed

// What is pushed is popped by a deferred call.
func (w *walker) walk(n *node, name string) bool {
	w.path = append(w.path, n.name)
	defer w.leave()
	w.seen++
	if n.name == name && len(w.path) > 1 {
		return true
	}
	for _, child := range n.children {
		if w.walk(child, name) {
			return true
		}
	}
	return false
}

func (w *walker) leave() { w.path = w.path[:len(w.path)-1] }

func find(root *node, name string) bool {
	w := walkers.Get().(*walker)
	w.root = root.name
	found := w.walk(root, name)
	w.root, w.seen = "", 0
	walkers.Put(w)
	return found
}

// The loop ends when nothing is left to do.
func visit(name string, next map[int][]int, first int) int {
	v := visitors.Get().(*visitor)
	v.name = name
	v.todo = append(v.todo, first)
	for len(v.todo) > 0 {
		n := v.todo[len(v.todo)-1]
		v.todo = v.todo[:len(v.todo)-1]
		v.count++
		for _, m := range next[n] {
			v.todo = append(v.todo, m)
		}
	}
	n := v.count
	v.name, v.count = "", 0
	visitors.Put(v)
	return n
}

// The stack is emptied before the parser goes back.
func depth(text string) (most int) {
	p := parsers.Get().(*parser)
	defer p.free()
	p.text = text
	for _, r := range text {
		p.pos++
		switch r {
		case '(':
			p.ops = append(p.ops, r)
			most = max(most, len(p.ops))
		case ')':
			if len(p.ops) == 0 {
				return -1
			}
			p.ops = p.ops[:len(p.ops)-1]
		}
	}
	return most
}

func (p *parser) free() {
	p.text, p.pos, p.ops = "", 0, p.ops[:0]
	parsers.Put(p)
}

// The last value is popped, and there are no others.
func run(code string) int {
	m := machines.Get().(*machine)
	m.code = code
	for _, c := range code {
		m.pc++
		if c != '+' {
			m.values = append(m.values, int(c-'0'))
			continue
		}
		n := len(m.values)
		a, b := m.values[n-2], m.values[n-1]
		m.values = m.values[:n-2]
		m.values = append(m.values, a+b)
	}
	top := m.values[len(m.values)-1]
	m.values = m.values[:len(m.values)-1]
	m.code, m.pc = "", 0
	machines.Put(m)
	return top
}

// A matcher that fails does not go back.
func match(pattern, text string) bool {
	m := matchers.Get().(*matcher)
	m.pattern = pattern
	for i, r := range text {
		m.at = i
		switch r {
		case '<':
			m.marks = append(m.marks, i)
		case '>':
			if len(m.marks) == 0 {
				return false
			}
			m.marks = m.marks[:len(m.marks)-1]
		}
	}
	if len(m.marks) > 0 {
		return false
	}
	m.pattern, m.at = "", 0
	matchers.Put(m)
	return true
}

// What is pushed for a frame is popped for it.
func draw(title string, framed bool, lines ...string) int {
	c := canvases.Get().(*canvas)
	defer c.free()
	c.title = title
	if framed {
		c.enter("frame")
	}
	for _, line := range lines {
		c.height += len(line) + len(c.boxes)
	}
	if framed {
		c.leave()
	}
	return c.height
}

func (c *canvas) enter(box string) { c.boxes = append(c.boxes, box) }

func (c *canvas) leave() { c.boxes = c.boxes[:len(c.boxes)-1] }

func (c *canvas) free() {
	if len(c.boxes) > 0 {
		panic("open box " + c.boxes[0])
	}
	c.title, c.height = "", 0
	canvases.Put(c)
}
