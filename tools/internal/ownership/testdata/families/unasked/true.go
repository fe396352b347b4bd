package unasked

import "github.com/rcpool/rcpool"

// The reference is used where there is none.
func titleOf(root *Node) string {
	h1, ok := find(root, "h1")
	if !ok {
		return h1.Value().Tag // want "zero-ref: "
	}
	defer h1.Release()
	return h1.Value().Tag
}

// It is used after its release.
func bodyOf(root *Node) int {
	b, _ := find(root, "body")
	b.Release()
	return len(b.Value().Children) // want "use-after-release: "
}

// It is released where there is an error.
func childrenOf(all map[string]rcpool.Ref[Node]) (int, error) {
	n, err := get(all, "html")
	if err != nil {
		n.Release() // want "zero-ref: "
		return 0, err
	}
	defer n.Release()
	return len(n.Value().Children), nil
}

// It is not released.
func leaked(root *Node) int {
	h1, ok := find(root, "h1") // want "leak: "
	if !ok {
		return 0
	}
	return len(h1.Value().Children)
}

// It is not released, and nobody asks.
func lost(all map[string]rcpool.Ref[Node]) int {
	n := lookup(all, "html") // want "leak: "
	if n.IsZero() {
		return 0
	}
	return len(n.Value().Children)
}
