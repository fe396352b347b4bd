package variadic

import "github.com/rcpool/rcpool"

// The footer is not used if there is no title.
func pageOf(title string) int {
	d := &document{}
	footer := d.element("footer") // want "leak: "
	if title == "" {
		return 0
	}
	d.root = d.element("html", d.element("h1"), footer)
	n := len(d.root.Value().Children)
	d.close()
	return n
}

// The first node is released before it is kept.
func keptDead(d *document) {
	first := d.nodes.Get()
	first.Release()
	tag := first.Value().Tag // want "use-after-release: "
	d.keep(d.element(tag), d.nodes.Get())
}

// One of the nodes is not passed.
func byTagOf(d *document, all bool) {
	a, b := d.nodes.Get(), d.nodes.Get() // want "leak: "
	d.tagged("a", a)
	if all {
		d.tagged("a", b)
	}
}

// The last is neither kept nor released.
func keptSome(d *document) {
	a, b := d.nodes.Get(), d.nodes.Get() // want "leak: "
	d.keepEach(a)
	b.Value().Tag = "b"
}

// The nodes of the slice are lost.
func lostSlice(d *document, n int) {
	var nodes []rcpool.Ref[Node]
	for range n {
		nodes = append(nodes, d.nodes.Get()) // want "leak: "
	}
	count(nodes...)
}

// The node is released twice.
func insertedTwice(d *document) {
	n := d.nodes.Get()
	rest := insert(nil, d.nodes.Get())
	n.Release()
	d.all = rest
	n.Release() // want "double-release: "
}

// The lists are one too short.
func listedSome(d *document) (n int) {
	extra := d.nodes.Get() // want "leak: "
	for _, node := range list(d.nodes.Get(), d.nodes.Get()) {
		n += len(node.Value().Tag)
		node.Release()
	}
	return n + len(extra.Value().Tag)
}

// They are counted, and one is released.
func countedOne(d *document) int {
	a, b := d.nodes.Get(), d.nodes.Get() // want "leak: "
	defer a.Release()
	return count(a, b)
}
