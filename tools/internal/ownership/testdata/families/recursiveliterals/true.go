package recursiveliterals

// The node is lost.
func keepLost() int {
	n := nodes.Get() // want "leak: "
	sum := 0
	var walk func(*Node)
	walk = func(n *Node) {
		sum += n.Size
		for _, child := range n.Children {
			walk(child)
		}
	}
	later = append(later, walk)
	walk(n.Value())
	return sum
}

// The node is used after its release.
func stale() (sum int) {
	n := nodes.Get()
	var walk func(*Node)
	walk = func(n *Node) {
		sum += n.Size
		for _, child := range n.Children {
			walk(child)
		}
	}
	later = append(later, walk)
	n.Release()
	walk(n.Value()) // want "use-after-release: "
	return sum
}
