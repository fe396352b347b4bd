// Package variadic has references that a function gets in a slice, or as variadic
// arguments, and puts into a container.
package variadic

import "github.com/rcpool/rcpool"

// A Node owns its children.
type Node struct {
	Tag      string
	Children []rcpool.Ref[Node] `rcpool:"keep"`
}

// Reset releases the children.
func (n *Node) Reset() {
	n.Tag = ""
	for i := range n.Children {
		rcpool.Drop(&n.Children[i])
	}
	n.Children = n.Children[:0]
}

type document struct {
	nodes rcpool.Pool[Node]
	root  rcpool.Ref[Node]
	all   []rcpool.Ref[Node]
	byTag map[string][]rcpool.Ref[Node]
}

// element owns its children.
func (d *document) element(tag string, children ...rcpool.Ref[Node]) rcpool.Ref[Node] {
	n := d.nodes.Get()
	v := n.Value()
	v.Tag = tag
	v.Children = append(v.Children, children...)
	return n
}

// keep owns the nodes.
func (d *document) keep(nodes ...rcpool.Ref[Node]) { d.all = append(d.all, nodes...) }

// tagged owns the nodes.
func (d *document) tagged(tag string, nodes ...rcpool.Ref[Node]) {
	d.byTag[tag] = append(d.byTag[tag], nodes...)
}

// keepEach owns the nodes.
func (d *document) keepEach(nodes ...rcpool.Ref[Node]) {
	for _, n := range nodes {
		d.all = append(d.all, n)
	}
}

// insert owns the nodes.
func insert(list []rcpool.Ref[Node], nodes ...rcpool.Ref[Node]) []rcpool.Ref[Node] {
	return append(list, nodes...)
}

// list owns the nodes.
func list(nodes ...rcpool.Ref[Node]) []rcpool.Ref[Node] { return nodes }

// count only looks.
func count(nodes ...rcpool.Ref[Node]) (n int) {
	for _, node := range nodes {
		n += len(node.Value().Tag)
	}
	return n
}

// close releases what the document has.
func (d *document) close() {
	rcpool.Drop(&d.root)
	for i := range d.all {
		d.all[i].Release()
	}
	d.all = nil
}
