// Package linkedstack has a stack of nodes that own references.
package linkedstack

import "github.com/rcpool/rcpool"

// A Buffer is an example.
type Buffer struct{ Data []byte }

var buffers = rcpool.Pool[Buffer]{Name: "buffers"}

type node struct {
	next   *node
	buffer rcpool.Ref[Buffer]
}

type stack struct{ head *node }

func (s *stack) push(buffer rcpool.Ref[Buffer]) { s.head = &node{s.head, buffer} }

func (s *stack) pop() (buffer rcpool.Ref[Buffer], ok bool) {
	if s.head == nil {
		return buffer, false
	}
	buffer = s.head.buffer
	s.head = s.head.next
	return buffer, true
}
