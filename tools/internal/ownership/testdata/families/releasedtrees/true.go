package releasedtrees

// The loop goes on with the next one of what was given back.
func free(n *node) {
	if n == nil {
		return
	}
	for c := n.children; c != nil; c = c.next { // want "use-after-release: "
		free(c)
	}
	nodes.Put(n)
}

// It counts, too.
func freeCounted(n *node) int {
	count := 1
	for c := n.children; c != nil; c = c.next { // want "use-after-release: "
		count += freeCounted(c)
	}
	n.children = nil
	nodes.Put(n)
	return count
}

// What is beside it is read afterwards.
func (n *node) drop() {
	if first := n.children; first != nil {
		first.drop()
		if first.next != nil { // want "use-after-release: "
			first.next.drop()
		}
	}
	nodes.Put(n)
}

// The name is asked for afterwards.
func collect(n *node, names []string) []string {
	for _, part := range n.parts {
		names = collect(part, names)
		names = append(names, part.name) // want "use-after-release: "
	}
	nodes.Put(n)
	return names
}
