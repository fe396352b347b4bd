// truth: double-release line 60 callee
package main

import (
	"errors"
	"fmt"

	"github.com/rcpool/rcpool"
)

type Mail struct {
	To, Subject string
	Size        int
}

var mails rcpool.Pool[Mail]

var errFull = errors.New("spool is full")

type Spool struct {
	slots chan rcpool.Ref[Mail]
	quota int
	used  int
}

func (s *Spool) put(m rcpool.Ref[Mail]) error {
	size := m.Value().Size
	if s.used+size > s.quota {
		m.Release()
		return errFull
	}
	select {
	case s.slots <- m:
		s.used += size
		return nil
	default:
		m.Release()
		return errFull
	}
}

func (s *Spool) deliver() {
	for len(s.slots) > 0 {
		m := <-s.slots
		s.used -= m.Value().Size
		fmt.Println("to", m.Value().To, m.Value().Subject)
		m.Release()
	}
}

func accept(s *Spool, to, subject string, size int) error {
	m := mails.Get()
	v := m.Value()
	v.To, v.Subject, v.Size = to, subject, size
	if to == "" {
		m.Release()
		return errors.New("no recipient")
	}
	if err := s.put(m); err != nil {
		m.Release()
		return fmt.Errorf("mail to %s: %w", to, err)
	}
	return nil
}

func main() {
	s := &Spool{slots: make(chan rcpool.Ref[Mail], 3), quota: 100}
	fmt.Println(accept(s, "ann", "hello", 40))
	fmt.Println(accept(s, "", "nobody", 1))
	fmt.Println(accept(s, "bob", "hi", 50))
	s.deliver()
	fmt.Println(accept(s, "eve", "large", 120))
}
