// truth: double-release line 82 callee

// Command eventclassic stores events and passes important ones on.
package main

import (
	"fmt"
	"slices"

	"github.com/rcpool/rcpool/classic"
)

type event struct {
	classic.ReferenceCounter
	kind  string
	score int
	notes []string
}

func resetEvent(i interface{}) error {
	e, ok := i.(*event)
	if !ok {
		return fmt.Errorf("not an event: %T", i)
	}
	e.kind, e.score = "", 0
	clear(e.notes)
	e.notes = e.notes[:0]
	return nil
}

var events = classic.NewReferenceCountedPool(func(rc classic.ReferenceCounter) classic.ReferenceCountable {
	return &event{ReferenceCounter: rc}
}, resetEvent)

type store struct {
	byKind map[string]int
	recent []*event
}

func (s *store) keep(e *event) {
	e.IncrementReferenceCount()
	s.recent = append(s.recent, e)
	if len(s.recent) > 2 {
		s.recent[0].DecrementReferenceCount()
		s.recent = slices.Delete(s.recent, 0, 1)
	}
}

func (s *store) close() {
	for _, e := range s.recent {
		e.DecrementReferenceCount()
	}
	s.recent = nil
}

// finish counts the event and lets go of it.
func (s *store) finish(e *event) {
	s.byKind[e.kind]++
	e.DecrementReferenceCount()
}

func (s *store) handle(kind string, score int) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("%s: panic", kind)
		}
	}()
	e := events.Get().(*event)
	e.kind, e.score = kind, score
	if score < 0 {
		e.DecrementReferenceCount()
		return fmt.Errorf("%s: negative score", kind)
	}
	if score > 5 {
		s.keep(e)
		s.finish(e)
		return nil
	}
	e.notes = append(e.notes, "minor")
	s.finish(e)
	if score == 0 {
		e.DecrementReferenceCount()
		return fmt.Errorf("no score")
	}
	return nil
}

func main() {
	s := &store{byKind: map[string]int{}}
	for i, kind := range []string{"view", "buy", "view", "view", "none", "bad", "buy"} {
		if err := s.handle(kind, []int{9, 8, 7, 3, 0, -1, 6}[i]); err != nil {
			fmt.Println(err)
		}
	}
	fmt.Println(s.byKind, len(s.recent))
	s.close()
}
