// truth: correct
package main

import (
	"fmt"
	"slices"

	"github.com/rcpool/rcpool"
)

// Mesh is the geometry that several parts of a drawing share.
type Mesh struct {
	Vertices []float32
}

func (m *Mesh) Reset() { m.Vertices = m.Vertices[:0] }

// Part refers to its mesh and owns its children.
type Part struct {
	Name     string
	Mesh     rcpool.Ref[Mesh]
	Children []rcpool.Ref[Part]
}

var meshes rcpool.Pool[Mesh]

var parts rcpool.Pool[Part]

func (p *Part) Reset() {
	rcpool.Drop(&p.Mesh)
	for i := range p.Children {
		rcpool.Drop(&p.Children[i])
	}
	p.Name, p.Children = "", p.Children[:0]
}

func cube(side float32) rcpool.Ref[Mesh] {
	m := meshes.Get()
	for i := range 8 {
		v := m.Value()
		v.Vertices = append(v.Vertices, side*float32(i&1), side*float32(i>>1&1), side*float32(i>>2))
	}
	return m
}

// newPart takes the mesh over.
func newPart(name string, mesh rcpool.Ref[Mesh]) rcpool.Ref[Part] {
	p := parts.Get()
	p.Value().Name, p.Value().Mesh = name, mesh
	return p
}

func (p *Part) add(child rcpool.Ref[Part]) { p.Children = append(p.Children, child) }

func (p *Part) vertices() int {
	n := len(p.Mesh.Value().Vertices)
	for _, c := range p.Children {
		n += c.Value().vertices()
	}
	return n
}

// instance is a copy of the part that shares meshes and children.
func (p *Part) instance(name string) rcpool.Ref[Part] {
	c := newPart(name, p.Mesh.Retain())
	for _, child := range p.Children {
		c.Value().add(child.Retain())
	}
	return c
}

// take removes the child with the name; the caller owns it.
func (p *Part) take(name string) (rcpool.Ref[Part], bool) {
	for i, c := range p.Children {
		if c.Value().Name == name {
			p.Children = slices.Delete(p.Children, i, i+1)
			return c, true
		}
	}
	return rcpool.Ref[Part]{}, false
}

func main() {
	box := cube(2)
	root := newPart("gearbox", box.Retain())
	for i := range 3 {
		child := newPart(fmt.Sprint("bolt", i), box.Retain())
		child.Value().add(newPart("nut", cube(0.5)))
		root.Value().add(child)
	}
	box.Release()
	twin := root.Value().instance("gearbox-2")
	if bolt, ok := root.Value().take("bolt1"); ok {
		fmt.Println("took", bolt.Value().Name)
		bolt.Release()
	}
	fmt.Println(root.Value().vertices(), twin.Value().vertices())
	root.Release()
	fmt.Println(twin.Value().vertices())
	twin.Release()
	fmt.Println(parts.Stats().InUse, meshes.Stats().InUse)
}
