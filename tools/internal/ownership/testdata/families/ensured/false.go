package ensured

// There are nodes in all places of the list.
func copyAll(to, from []*node) []*node {
	for len(to) < len(from) {
		to = append(to, newNode())
	}
	to = to[:len(from)]
	for i := range from {
		copyNode(to[i], from[i])
	}
	return to
}

// The node is there.
func rename(n *node, name string) {
	ensure(n)
	n.name = name
}

// The result is put back.
func length(from *node) int {
	n := copyNode(nil, from)
	if n == nil {
		return 0
	}
	size := len(n.name)
	free(n)
	return size
}
