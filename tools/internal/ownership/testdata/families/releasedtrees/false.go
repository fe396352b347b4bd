package releasedtrees

// The next one is read first.
func freeAll(n *node) {
	if n == nil {
		return
	}
	for c := n.children; c != nil; {
		next := c.next
		freeAll(c)
		c = next
	}
	nodes.Put(n)
}

// Those that are shared stay.
func freeOwn(n *node) {
	for c := n.children; c != nil; c = c.next {
		if c.shared {
			freeOwn(c)
		}
	}
	if !n.shared {
		nodes.Put(n)
	}
}

// Only the last user gives it back.
func leave(n *node) {
	if n.users--; n.users > 0 {
		return
	}
	for c := n.children; c != nil; {
		next := c.next
		leave(c)
		c = next
	}
	nodes.Put(n)
}

// All that is below is only emptied.
func clean(n *node, root bool) {
	for c := n.children; c != nil; c = c.next {
		clean(c, false)
	}
	n.name = ""
	if root {
		nodes.Put(n)
	}
}
