// truth: leak line 107 callee

// Command inodecache resolves paths in a small in-memory file system whose
// inodes are counted.
package main

import (
	"errors"
	"fmt"
	"strings"
	"sync"
	"sync/atomic"
)

type inode struct {
	refs     atomic.Int32
	name     string
	size     int64
	mu       sync.Mutex
	children map[string]*inode
}

var live atomic.Int64

// NewInode returns an inode with one reference.
func NewInode(name string, size int64) *inode {
	n := &inode{name: name, size: size, children: make(map[string]*inode)}
	n.refs.Store(1)
	live.Add(1)
	return n
}

func (n *inode) IncRef() { n.refs.Add(1) }

func (n *inode) DecRef() {
	if n.refs.Add(-1) > 0 {
		return
	}
	live.Add(-1)
	for name, c := range n.children {
		delete(n.children, name)
		c.DecRef()
	}
}

var errNotFound = errors.New("no such file")

// link takes the child over.
func (n *inode) link(child *inode) {
	n.mu.Lock()
	defer n.mu.Unlock()
	if old, ok := n.children[child.name]; ok {
		old.DecRef()
	}
	n.children[child.name] = child
}

// lookup returns the child with a reference for the caller.
//
//rcpool:returns-owned
func (n *inode) lookup(name string) (*inode, error) {
	n.mu.Lock()
	defer n.mu.Unlock()
	c, ok := n.children[name]
	if !ok {
		return nil, fmt.Errorf("%s: %w", name, errNotFound)
	}
	c.IncRef()
	return c, nil
}

// resolve walks the path, and returns the last inode with a reference.
//
//rcpool:returns-owned
func resolve(root *inode, path string) (*inode, error) {
	root.IncRef()
	cur := root
	for _, name := range strings.Split(strings.Trim(path, "/"), "/") {
		next, err := cur.lookup(name)
		cur.DecRef()
		if err != nil {
			return nil, err
		}
		cur = next
	}
	return cur, nil
}

// stat returns the size of a file.
func stat(root *inode, path string) (int64, error) {
	n, err := resolve(root, path)
	if err != nil {
		return 0, err
	}
	defer n.DecRef()
	return n.size, nil
}

// usage sums the sizes of the named files in a directory.
func usage(root *inode, dir string, names ...string) (total int64, err error) {
	d, err := resolve(root, dir)
	if err != nil {
		return 0, err
	}
	defer d.DecRef()
	for _, name := range names {
		f, err := d.lookup(name)
		if err != nil {
			return total, err
		}
		total += f.size
	}
	return total, nil
}

func main() {
	root := NewInode("/", 0)
	etc := NewInode("etc", 0)
	root.link(etc)
	etc.link(NewInode("hosts", 120))
	etc.link(NewInode("passwd", 900))
	etc.link(NewInode("hosts", 130))
	fmt.Println(stat(root, "/etc/hosts"))
	fmt.Println(stat(root, "/usr/bin"))
	fmt.Println(usage(root, "/etc", "hosts", "passwd", "shadow"))
	root.DecRef()
	fmt.Println("live", live.Load())
}
