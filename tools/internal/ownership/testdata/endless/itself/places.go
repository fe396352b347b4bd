package itself

type owner struct {
	n  node
	at any
	m  map[string]any
	l  []any
}

func H(p *int, o *owner, n node) node {
	r := pool.Get()
	defer r.Release()
	var a node
	a.x = p
	n.next = a
	a.next = n
	n.next = a
	o.n = n
	o.at = a
	o.m["a"] = a
	o.l = append(o.l, n, a)
	return n
}

func I(ch chan node, n node) {
	r := pool.Get()
	defer r.Release()
	var a node
	a.x = n.x
	n.next = a
	a.next = n
	ch <- n
	go func() { Sink(n); Sink(a) }()
}

func J(n node, s *owner) any {
	r := pool.Get()
	defer r.Release()
	var a node
	a.x = n.x
	n.next = a
	a.next = n
	_, ok := a.next.(node)
	if ok && a == n {
		return a
	}
	s.n.next = a
	s.n = n
	a.next = s.n
	s.n.next = s.n
	H(a.x, s, a)
	return n
}
