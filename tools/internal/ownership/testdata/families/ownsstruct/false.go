package ownsstruct

import (
	"github.com/rcpool/rcpool"

	"test/families/ownsstruct/archive"
)

// Store takes the draft over.
func save(title string) error {
	draft := newDraft(title)
	draft.Doc.Value().ID = 1
	return archive.Store(draft)
}

// A draft that is not stored is released here.
func saveTitled(title string) error {
	draft := newDraft(title)
	if title == "" {
		draft.Doc.Release()
		return errUntitled
	}
	return archive.Store(draft)
}

// Size only borrows the draft.
func sizeOf(title string) int {
	draft := newDraft(title)
	defer draft.Doc.Release()
	return archive.Size(draft)
}

// The interface says that the draft is taken over.
func putInto(s store, title string) error {
	draft := newDraft(title)
	draft.Doc.Value().ID = len(title)
	return s.put(&draft)
}

// The function takes over what it is given, and releases both.
//
//rcpool:owns p
func closeBoth(p pair) {
	p.left.Doc.Release()
	p.right.Doc.Release()
}

// Both drafts are taken over.
func compare(left, right string) bool {
	p := pair{newDraft(left), newDraft(right)}
	same := p.left.Title == p.right.Title
	closeBoth(p)
	return same
}

// The owned draft is dropped unless it is handed on.
//
//rcpool:owns draft
func keepIf(ok bool, s *shelf, draft *archive.Draft) {
	if !ok {
		rcpool.Drop(&draft.Doc)
		return
	}
	s.drafts = append(s.drafts, draft)
}
