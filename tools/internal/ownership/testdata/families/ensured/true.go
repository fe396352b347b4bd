package ensured

// A new node is made, and forgotten.
func lengthOfCopy(from *node) int {
	n := copyNode(nil, from) // want "leak: "
	if n == nil {
		return 0
	}
	return len(n.name)
}

// The node is looked at when it was put back.
func nameOfCopy(from *node) string {
	n := ensure(nil)
	copyNode(n, from)
	free(n)
	return n.name // want "use-after-release: "
}

// The node is put back twice.
func freeTwice(from *node) {
	n := newNode()
	copyNode(n, from)
	free(n)
	free(n) // want "double-release: "
}
