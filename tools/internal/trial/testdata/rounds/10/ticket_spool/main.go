// truth: double-release line 66 plain
package main

import (
	"errors"
	"fmt"
	"sync"

	"github.com/rcpool/rcpool"
)

type Ticket struct {
	Queue string
	Lines []string
}

func (t *Ticket) Reset() {
	clear(t.Lines)
	t.Queue, t.Lines = "", t.Lines[:0]
}

var (
	errPaper   = errors.New("out of paper")
	errOffline = errors.New("printer offline")
)

type device interface {
	Print(*Ticket) error
}

type thermal struct {
	sheets int
	online bool
}

func (d *thermal) Print(t *Ticket) error {
	if !d.online {
		return errOffline
	}
	if d.sheets < len(t.Lines) {
		d.sheets += 4
		return errPaper
	}
	d.sheets -= len(t.Lines)
	return nil
}

type Spool struct {
	mu     sync.Mutex
	dev    device
	failed map[string]int
}

// Send prints the ticket and gives it back.
func (s *Spool) Send(ticket rcpool.Ref[Ticket]) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	defer ticket.Release()
	for attempt := 0; attempt < 3; attempt++ {
		err := s.dev.Print(ticket.Value())
		switch {
		case err == nil:
			return nil
		case errors.Is(err, errOffline):
			s.failed[ticket.Value().Queue]++
			ticket.Release()
			return err
		}
	}
	return errPaper
}

func main() {
	var tickets rcpool.Pool[Ticket]
	d := &thermal{sheets: 2, online: true}
	s := &Spool{dev: d, failed: map[string]int{}}
	for i := range 3 {
		t := tickets.Get()
		t.Value().Queue = "kitchen"
		t.Value().Lines = append(t.Value().Lines, "2x soup", "1x bread")
		d.online = i < 2
		fmt.Println(s.Send(t))
	}
}
