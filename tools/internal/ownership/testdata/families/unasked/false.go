package unasked

import "github.com/rcpool/rcpool"

// The tag is known to be there.
func title(root *Node) (string, bool) {
	h1, ok := find(root, "h1")
	tag := h1.Value().Tag
	h1.Release()
	return tag, ok
}

// The result of find is not even looked at.
func body(root *Node) int {
	b, _ := find(root, "body")
	defer b.Release()
	return len(b.Value().Children)
}

// The error is not even looked at.
func children(all map[string]rcpool.Ref[Node]) int {
	n, _ := get(all, "html")
	defer n.Release()
	return len(n.Value().Children)
}

// It was asked whether the tag is there.
func checked(root *Node) int {
	h1, ok := find(root, "h1")
	if !ok {
		return 0
	}
	defer h1.Release()
	return len(h1.Value().Children)
}

// The caller put it there.
func looked(all map[string]rcpool.Ref[Node]) int {
	n := lookup(all, "html")
	defer n.Release()
	return len(n.Value().Children)
}
