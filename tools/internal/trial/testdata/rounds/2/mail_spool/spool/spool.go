// truth: annotation line 25 plain
// (cannot be shown at run time: it concerns comments only)

// Package spool keeps mails until they are sent.
package spool

import (
	"sync"

	"github.com/rcpool/rcpool"
)

type Mail struct {
	To   string
	Body []byte
}

type Spool struct {
	mu      sync.Mutex
	waiting []rcpool.Ref[Mail]
}

// Add keeps the mail until the next Flush.
//
//rcpool:owns msg
func (s *Spool) Add(mail rcpool.Ref[Mail]) {
	s.mu.Lock()
	s.waiting = append(s.waiting, mail)
	s.mu.Unlock()
}

// Urgent sends the mail at once, and keeps it if that fails.
func (s *Spool) Urgent(mail rcpool.Ref[Mail], send func(*Mail) error) {
	if err := send(mail.Value()); err != nil {
		s.Add(mail)
		return
	}
	mail.Release()
}

// Flush sends what is waiting and reports how many mails could not be sent.
func (s *Spool) Flush(send func(*Mail) error) (failed int) {
	s.mu.Lock()
	batch := s.waiting
	s.waiting = nil
	s.mu.Unlock()
	for _, mail := range batch {
		if err := send(mail.Value()); err != nil {
			failed++
		}
		mail.Release()
	}
	return failed
}
