package ownsstruct

import (
	"test/families/ownsstruct/archive"
)

// Store has taken the draft over.
func saveTwice(title string) error {
	draft := newDraft(title)
	err := archive.Store(draft)
	draft.Doc.Release() // want "double-release: "
	return err
}

// A draft without a title is lost.
func saveTitledLost(title string) error {
	draft := newDraft(title) // want "leak: "
	if title == "" {
		return errUntitled
	}
	return archive.Store(draft)
}

// Size does not take the draft over.
func sizeOfLost(title string) int {
	draft := newDraft(title) // want "leak: "
	return archive.Size(draft)
}

// The interface has taken the draft over, and it is read.
func putAndUse(s store, title string) int {
	draft := newDraft(title)
	if err := s.put(&draft); err != nil {
		return 0
	}
	draft.Doc.Release() // want "double-release: "
	return len(title)
}

// The function takes over both, and releases one.
//
//rcpool:owns p
func closeOne(p pair) { // missed "leak: "
	p.left.Doc.Release()
}

// Both drafts were taken over, and one is read.
func compareLate(left, right string) bool {
	p := pair{newDraft(left), newDraft(right)}
	closeBoth(p)
	return p.left.Doc.Value().ID == len(right) // want "use-after-release: "
}

// The owned draft is lost unless it is handed on.
//
//rcpool:owns draft
func keepOrLose(ok bool, s *shelf, draft *archive.Draft) { // missed "leak: "
	if !ok {
		return
	}
	s.drafts = append(s.drafts, draft)
}
