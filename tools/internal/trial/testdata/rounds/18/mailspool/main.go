// truth: double-release line 72 callee
package main

import (
	"errors"
	"fmt"
	"strings"

	"github.com/rcpool/rcpool"
)

type Envelope struct {
	From string
	To   []string
	Size int
}

func (e *Envelope) Reset() {
	clear(e.To)
	*e = Envelope{To: e.To[:0]}
}

var (
	envelopes = rcpool.Pool[Envelope]{Name: "envelopes"}
	errQuota  = errors.New("452 insufficient system storage")
)

type spool struct {
	quota   int
	used    int
	waiting []rcpool.Ref[Envelope]
}

func (s *spool) admit(size int) error {
	if s.used+size > s.quota {
		return errQuota
	}
	s.used += size
	return nil
}

// add queues the envelope for delivery.
func (s *spool) add(env rcpool.Ref[Envelope]) error {
	if err := s.admit(env.Value().Size); err != nil {
		env.Release()
		return fmt.Errorf("spool: %w", err)
	}
	s.waiting = append(s.waiting, env)
	return nil
}

func (s *spool) deliver() {
	for i, env := range s.waiting {
		v := env.Value()
		fmt.Printf("%s -> %s (%d)\n", v.From, strings.Join(v.To, ","), v.Size)
		s.used -= v.Size
		env.Release()
		s.waiting[i] = rcpool.Ref[Envelope]{}
	}
	s.waiting = s.waiting[:0]
}

func accept(s *spool, from string, to []string, size int) error {
	if len(to) == 0 {
		return errors.New("554 no valid recipients")
	}
	env := envelopes.Get()
	v := env.Value()
	v.From, v.Size = from, size
	v.To = append(v.To, to...)
	if err := s.add(env); err != nil {
		env.Release()
		return err
	}
	return nil
}

func main() {
	s := &spool{quota: 1000}
	fmt.Println(accept(s, "a@x", nil, 1))
	fmt.Println(accept(s, "a@x", []string{"b@y", "c@y"}, 600))
	s.deliver()
	fmt.Println(accept(s, "a@x", []string{"b@y"}, 700))
	fmt.Println(accept(s, "d@x", []string{"b@y"}, 400))
	s.deliver()
}
