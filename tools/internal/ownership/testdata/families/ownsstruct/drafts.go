// Package ownsstruct has functions that take over structs, as an annotation says.
package ownsstruct

import (
	"errors"

	"github.com/rcpool/rcpool"

	"test/families/ownsstruct/archive"
)

var documents = rcpool.Pool[archive.Document]{Name: "documents"}

var errUntitled = errors.New("no title")

func newDraft(title string) archive.Draft {
	return archive.Draft{Title: title, Doc: documents.Get()}
}

// A store is what can store drafts.
type store interface {
	// put takes the draft over.
	//
	//rcpool:owns draft
	put(draft *archive.Draft) error
}

// A shelf has the drafts that were put on it.
type shelf struct{ drafts []*archive.Draft }

func (s *shelf) put(draft *archive.Draft) error {
	s.drafts = append(s.drafts, draft)
	return nil
}

func (s *shelf) close() {
	for _, draft := range s.drafts {
		draft.Doc.Release()
	}
	s.drafts = nil
}

// A pair is two drafts.
type pair struct{ left, right archive.Draft }
