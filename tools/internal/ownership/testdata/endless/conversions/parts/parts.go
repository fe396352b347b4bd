// Package parts has a generic struct with a pointer to itself.
package parts

type Node[T any] struct {
	Next *Node[T]
	Val  T
}
type A struct {
	N *Node[int]
	F bool
}
