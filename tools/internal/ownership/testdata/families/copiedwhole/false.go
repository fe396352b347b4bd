package copiedwhole

import "github.com/apache/arrow-go/v18/arrow/memory"

// The column is a part of the named one.
func newNamed(name string) *named {
	return &named{*makeColumn(), name}
}

// It is in a struct that the reader has.
func newReader(name string) Reader {
	r := &reader{source: &named{*makeColumn(), name}, levels: memory.NewResizableBuffer(memory.DefaultAllocator)}
	r.count.Add(1)
	return r
}

// Both are in the pair.
func newPair() *pair {
	left, right := makeColumn(), makeColumn()
	return &pair{left: *left, right: *right}
}

// The copy is released.
func sizeOfCopy() int {
	n := named{*makeColumn(), "copy"}
	size := n.size()
	n.Release()
	return size
}
