// truth: correct

// Sessiontree keeps sessions whose reset gives back what they own: a parent
// and buffers.
package main

import (
	"bytes"
	"fmt"

	"github.com/rcpool/rcpool"
	"github.com/rcpool/rcpool/stdpool"
)

type Session struct {
	ID     string
	parent rcpool.Ref[Session]
	parts  []rcpool.Ref[bytes.Buffer]
}

// Reset runs when the last reference goes. It ends what the session owns.
func (s *Session) Reset() {
	rcpool.Drop(&s.parent)
	for i := range s.parts {
		rcpool.Drop(&s.parts[i])
	}
	*s = Session{parts: s.parts[:0]}
}

var sessions = rcpool.Pool[Session]{Name: "sessions"}

// Open returns a session that the caller owns. The session holds its parent,
// which the caller lends.
func Open(id string, parent *rcpool.Ref[Session]) rcpool.Ref[Session] {
	ref := sessions.Get()
	ref.Value().ID = id
	if parent != nil {
		ref.Value().parent = parent.Retain()
	}
	return ref
}

func (s *Session) Printf(format string, args ...any) {
	part := stdpool.Buffer()
	s.parts = append(s.parts, part)
	fmt.Fprintf(part.Value(), format, args...)
}

func (s *Session) Path() string {
	if s.parent.IsZero() {
		return s.ID
	}
	return s.parent.Value().Path() + "/" + s.ID
}

// Text copies what was printed.
func (s *Session) Text() string {
	all := stdpool.Buffer()
	defer all.Release()
	for _, p := range s.parts {
		all.Value().Write(p.Value().Bytes())
	}
	return all.Value().String()
}

// leaves opens a chain and returns its ends; everything above is held by them.
func leaves() (left, right rcpool.Ref[Session]) {
	root := Open("root", nil)
	defer root.Release()
	node := Open("node", &root)
	defer node.Release()
	return Open("left", &node), Open("right", &node)
}

func main() {
	left, right := leaves()
	defer right.Release()
	for i := range 3 {
		left.Value().Printf("%d.", i)
		right.Value().Printf("<%d>", i*i)
	}
	fmt.Println(left.Value().Path(), left.Value().Text())
	fmt.Println(sessions.Stats().InUse)
	left.Release()
	fmt.Println(right.Value().Path(), right.Value().Text())
	fmt.Println(sessions.Stats().InUse)
}
