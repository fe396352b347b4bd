package variadic

import "github.com/rcpool/rcpool"

// The elements own their children.
func page() int {
	d := &document{}
	shared := d.element("footer")
	d.root = d.element("html",
		d.element("body", d.element("h1"), d.element("p", shared.Retain())),
		shared,
	)
	n := len(d.root.Value().Children)
	d.close()
	return n
}

// The document keeps its nodes.
func kept(d *document) {
	first := d.nodes.Get()
	d.keep(first, d.nodes.Get())
}

// The document keeps them by their tag.
func byTag(d *document) {
	d.tagged("a", d.nodes.Get(), d.nodes.Get())
}

// The document keeps each.
func keptEach(d *document) {
	a, b := d.nodes.Get(), d.nodes.Get()
	d.keepEach(a, b)
}

// The nodes of a slice are kept.
func keptSlice(d *document, n int) {
	var nodes []rcpool.Ref[Node]
	for range n {
		nodes = append(nodes, d.nodes.Get())
	}
	d.keep(nodes...)
}

// The list that comes back has them.
func inserted(d *document) {
	d.all = insert(d.all, d.nodes.Get(), d.nodes.Get())
}

// The list is what was passed.
func listed(d *document) (n int) {
	for _, node := range list(d.nodes.Get(), d.nodes.Get()) {
		n += len(node.Value().Tag)
		node.Release()
	}
	return n
}

// They are counted, and released here.
func counted(d *document) int {
	a, b := d.nodes.Get(), d.nodes.Get()
	defer a.Release()
	defer b.Release()
	return count(a, b)
}
