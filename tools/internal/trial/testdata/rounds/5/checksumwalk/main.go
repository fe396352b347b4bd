// truth: leak line 65 callee
package main

import (
	"crypto/sha256"
	"fmt"
	"hash"
	"sync"
	"sync/atomic"
)

type digest struct {
	h   hash.Hash
	out [sha256.Size]byte
}

var made atomic.Int32

var digests = sync.Pool{New: func() any {
	made.Add(1)
	return &digest{h: sha256.New()}
}}

func openDigest() *digest {
	d := digests.Get().(*digest)
	d.h.Reset()
	return d
}

func closeDigest(d *digest) {
	d.out = [sha256.Size]byte{}
	digests.Put(d)
}

type node struct {
	name     string
	children []*node
	content  []byte
}

func (n *node) sum() [sha256.Size]byte {
	d := openDigest()
	defer closeDigest(d)
	d.h.Write([]byte(n.name))
	d.h.Write(n.content)
	for _, c := range n.children {
		sub := c.sum()
		d.h.Write(sub[:])
	}
	d.h.Sum(d.out[:0])
	return d.out
}

func (n *node) equal(o *node) bool {
	if n == o {
		return true
	}
	if len(n.children) != len(o.children) {
		return false
	}
	return n.sum() == o.sum()
}

func fingerprint(nodes []*node) string {
	d := openDigest()
	for _, n := range nodes {
		sum := n.sum()
		d.h.Write(sum[:])
	}
	if len(nodes) == 0 {
		return "empty"
	}
	d.h.Sum(d.out[:0])
	return fmt.Sprintf("%x", d.out[:4])
}

func main() {
	leaf := &node{name: "leaf", content: []byte("data")}
	tree := &node{name: "root", children: []*node{leaf, {name: "other"}}}
	fmt.Println(tree.equal(&node{name: "root"}), tree.equal(tree))
	fmt.Println(tree.equal(&node{name: "root", children: []*node{leaf, leaf}}))
	for range 50 {
		fingerprint([]*node{leaf, tree})
	}
	fmt.Println(fingerprint(nil), made.Load())
	if made.Load() > 20 {
		panic("the pool does not help")
	}
}
