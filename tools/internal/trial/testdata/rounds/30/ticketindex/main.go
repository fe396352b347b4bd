// truth: use-after-release line 65 hard

// Command ticketindex keeps support tickets in memory, indexed by number and
// by assignee.
package main

import (
	"fmt"
	"sort"

	"github.com/rcpool/rcpool"
)

type ticket struct {
	number   int
	assignee string
	title    string
	minutes  int
}

var tickets = rcpool.Pool[ticket]{Name: "tickets"}

type desk struct {
	byNumber   map[int]rcpool.Ref[ticket]
	byAssignee map[string][]rcpool.Ref[ticket]
	next       int
}

func newDesk() *desk {
	return &desk{byNumber: map[int]rcpool.Ref[ticket]{}, byAssignee: map[string][]rcpool.Ref[ticket]{}}
}

func (d *desk) open(assignee, title string) int {
	d.next++
	ref := tickets.Get()
	*ref.Value() = ticket{number: d.next, assignee: assignee, title: title}
	d.byNumber[d.next] = ref
	d.byAssignee[assignee] = append(d.byAssignee[assignee], ref)
	return d.next
}

func (d *desk) work(number, minutes int) error {
	ref, ok := d.byNumber[number]
	if !ok {
		return fmt.Errorf("no ticket %d", number)
	}
	ref.Value().minutes += minutes
	return nil
}

// closeTicket removes a ticket for good.
func (d *desk) closeTicket(number int) bool {
	ref, ok := d.byNumber[number]
	if !ok {
		return false
	}
	delete(d.byNumber, number)
	ref.Release()
	return true
}

// load is the work of an assignee in minutes.
func (d *desk) load(assignee string) (sum int) {
	for _, ref := range d.byAssignee[assignee] {
		sum += ref.Value().minutes
	}
	return sum
}

func (d *desk) shutdown() []string {
	titles := make([]string, 0, len(d.byNumber))
	for number, ref := range d.byNumber {
		titles = append(titles, ref.Value().title)
		ref.Release()
		delete(d.byNumber, number)
	}
	clear(d.byAssignee)
	sort.Strings(titles)
	return titles
}

func main() {
	d := newDesk()
	printer := d.open("ann", "printer on fire")
	d.open("bob", "cannot log in")
	vpn := d.open("bob", "vpn is slow")
	for _, err := range []error{d.work(printer, 30), d.work(vpn, 15), d.work(99, 1)} {
		if err != nil {
			fmt.Println(err)
		}
	}
	fmt.Println("load of ann and bob:", d.load("ann"), d.load("bob"))
	fmt.Println(d.closeTicket(printer), d.closeTicket(printer))
	fmt.Println("load of bob:", d.load("bob"))
	fmt.Println("load of ann:", d.load("ann"))
	fmt.Println(d.shutdown())
}
