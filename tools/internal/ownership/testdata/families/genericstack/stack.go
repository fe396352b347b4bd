// Package genericstack has containers of any type that hold references.
package genericstack

import "github.com/rcpool/rcpool"

// A Msg is an example.
type Msg struct{ ID int }

var msgs = rcpool.Pool[Msg]{Name: "msgs"}

func get(id int) rcpool.Ref[Msg] {
	m := msgs.Get()
	m.Value().ID = id
	return m
}

type stack[T any] struct{ items []T }

func (s *stack[T]) push(v T) { s.items = append(s.items, v) }

func (s *stack[T]) pop() (v T, ok bool) {
	if len(s.items) == 0 {
		return v, false
	}
	v = s.items[len(s.items)-1]
	s.items = s.items[:len(s.items)-1]
	return v, true
}
