// truth: correct
package main

import (
	"fmt"
	"io"
	"strings"

	"github.com/rcpool/rcpool"
)

// Node is an element of a document. It owns its children: they are released
// when it goes back to its pool.
type Node struct {
	Tag      string
	Text     string
	Children []rcpool.Ref[Node] `rcpool:"keep"`
}

func (n *Node) Reset() {
	n.Tag, n.Text = "", ""
	for i := range n.Children {
		rcpool.Drop(&n.Children[i])
	}
	n.Children = n.Children[:0]
}

type document struct {
	nodes rcpool.Pool[Node]
	root  rcpool.Ref[Node]
}

func (d *document) element(tag, text string, children ...rcpool.Ref[Node]) rcpool.Ref[Node] {
	n := d.nodes.Get()
	v := n.Value()
	v.Tag, v.Text = tag, text
	v.Children = append(v.Children, children...)
	return n
}

func (d *document) close() { rcpool.Drop(&d.root) }

// find returns the first element with the tag, with a reference of its own.
func find(n *Node, tag string) (rcpool.Ref[Node], bool) {
	for _, child := range n.Children {
		if child.Value().Tag == tag {
			return child.Retain(), true
		}
		if hit, ok := find(child.Value(), tag); ok {
			return hit, true
		}
	}
	return rcpool.Ref[Node]{}, false
}

func render(w io.Writer, n *Node, depth int) {
	fmt.Fprintf(w, "%s<%s>%s\n", strings.Repeat(" ", depth), n.Tag, n.Text)
	for _, child := range n.Children {
		render(w, child.Value(), depth+1)
	}
}

// detachLast removes the last child and hands it over.
func detachLast(n *Node) rcpool.Ref[Node] {
	last := &n.Children[len(n.Children)-1]
	child := rcpool.Move(last)
	n.Children = n.Children[:len(n.Children)-1]
	return child
}

func main() {
	d := &document{}
	shared := d.element("footer", "(c)")
	d.root = d.element("html", "",
		d.element("body", "",
			d.element("h1", "Title"),
			d.element("p", "text", shared.Retain()),
		),
		shared,
	)
	var out strings.Builder
	render(&out, d.root.Value(), 0)
	h1, ok := find(d.root.Value(), "h1")
	tail := detachLast(d.root.Value())
	d.close()
	fmt.Print(out.String())
	fmt.Println(ok, h1.Value().Text, tail.Value().Tag, d.nodes.Stats().InUse)
	h1.Release()
	tail.Release()
	fmt.Println(d.nodes.Stats().InUse)
}
