// truth: double-release line 79,85 plain

// Command ticketprint prints tickets on the first printer that is ready.
package main

import (
	"errors"
	"fmt"

	"github.com/rcpool/rcpool"
)

type Ticket struct {
	Event  string
	Seat   string
	Escpos []byte
}

func (t *Ticket) Reset() { *t = Ticket{Escpos: t.Escpos[:0]} }

func (t *Ticket) layout() {
	t.Escpos = append(t.Escpos, 0x1b, '@')
	t.Escpos = append(t.Escpos, t.Event...)
	t.Escpos = append(t.Escpos, '\n')
	t.Escpos = append(t.Escpos, t.Seat...)
	t.Escpos = append(t.Escpos, 0x1d, 'V', 0)
}

var tickets = rcpool.Pool[Ticket]{Name: "tickets"}

type state int

const (
	ready state = iota
	outOfPaper
	offline
)

type Printer struct {
	name  string
	state state
	bytes int
}

var errJam = errors.New("paper jam")

func (p *Printer) print(data []byte) error {
	if len(data) > 60 {
		return errJam
	}
	p.bytes += len(data)
	return nil
}

type Desk struct {
	printers []*Printer
	spool    chan rcpool.Ref[Ticket]
}

func (d *Desk) Issue(event, seat string) (where string, err error) {
	ticket := tickets.Get()
	t := ticket.Value()
	t.Event, t.Seat = event, seat
	t.layout()
	for _, p := range d.printers {
		switch p.state {
		case offline:
			continue
		case outOfPaper:
			select {
			case d.spool <- ticket:
				return "spooled", nil
			default:
				continue
			}
		}
		if err = p.print(t.Escpos); err != nil {
			p.state = offline
			ticket.Release()
			break
		}
		ticket.Release()
		return p.name, nil
	}
	ticket.Release()
	return "", errors.Join(err, errors.New("no printer"))
}

func (d *Desk) Close() (n int) {
	close(d.spool)
	for t := range d.spool {
		t.Release()
		n++
	}
	return n
}

func main() {
	a, b := &Printer{name: "a"}, &Printer{name: "b", state: outOfPaper}
	d := &Desk{printers: []*Printer{a, b}, spool: make(chan rcpool.Ref[Ticket], 1)}
	fmt.Println(d.Issue("opera", "A1"))
	a.state = offline
	fmt.Println(d.Issue("opera", "A2"))
	fmt.Println(d.Issue("opera", "A3"))
	a.state = ready
	fmt.Println(d.Issue("a very long event name that does not fit the paper at all", "A4"))
	fmt.Println(d.Close())
}
