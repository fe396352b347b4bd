// Package archive stores documents in another package.
package archive

import "github.com/rcpool/rcpool"

// A Document is stored.
type Document struct {
	ID   int
	Text [64]byte
}

// A Draft is a document that is not stored yet. It owns the document.
type Draft struct {
	Title string
	Doc   rcpool.Ref[Document]
}

// Store takes the draft over, and releases the document when it is stored.
//
//rcpool:owns draft
func Store(draft Draft) error {
	defer draft.Doc.Release()
	return write(draft.Title, draft.Doc.Value())
}

// Size lends the draft.
func Size(draft Draft) int { return len(draft.Title) + len(draft.Doc.Value().Text) }

func write(title string, doc *Document) error {
	doc.ID = len(title)
	return nil
}
