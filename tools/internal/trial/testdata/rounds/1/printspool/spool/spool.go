// Package spool queues documents for a printer.
package spool

import (
	"errors"

	"github.com/rcpool/rcpool"
)

type Document struct {
	Owner  string
	Pages  []string
	Urgent bool
}

func (d *Document) Reset() {
	clear(d.Pages)
	*d = Document{Pages: d.Pages[:0]}
}

var documents = rcpool.Pool[Document]{Name: "documents"}

// ErrUrgent is returned for documents that can wait.
var ErrUrgent = errors.New("document is not urgent")

// NewDocument returns a document that the caller owns.
func NewDocument(owner string) rcpool.Ref[Document] {
	doc := documents.Get()
	doc.Value().Owner = owner
	return doc
}

// A Spool owns the documents in its queue. The zero Spool is empty.
type Spool struct {
	queue   []rcpool.Ref[Document]
	printed int
}

// Enqueue takes *doc over, sets it to zero, and returns its position.
func (s *Spool) Enqueue(doc *rcpool.Ref[Document]) int {
	s.queue = append(s.queue, rcpool.Move(doc))
	return len(s.queue)
}

// PrintNow prints doc, which it borrows.
func (s *Spool) PrintNow(doc *Document) error {
	if !doc.Urgent {
		return ErrUrgent
	}
	s.printed += len(doc.Pages)
	return nil
}

// Drain prints what is left and returns the number of pages printed.
func (s *Spool) Drain() int {
	for i := range s.queue {
		s.printed += len(s.queue[i].Value().Pages)
		rcpool.Drop(&s.queue[i])
	}
	s.queue = s.queue[:0]
	return s.printed
}
