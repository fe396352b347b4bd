// truth: zero-ref line 32 callee

// Command printspool accepts documents and prints them one after the other.
package main

import (
	"fmt"
	"log"

	"github.com/rcpool/rcpool"

	"round/printspool/spool"
)

func submit(s *spool.Spool, owner, text string, copies int) (ticket string, err error) {
	doc := spool.NewDocument(owner)
	defer rcpool.Drop(&doc)
	d := doc.Value()
	for range copies {
		d.Pages = append(d.Pages, text)
	}
	if len(d.Pages) == 0 {
		return "", fmt.Errorf("%s: nothing to print", owner)
	}
	if d.Urgent = copies == 1; d.Urgent {
		if err := s.PrintNow(doc.Value()); err != nil {
			return "", err
		}
		return owner + "/now", nil
	}
	position := s.Enqueue(&doc)
	return fmt.Sprintf("%s/%d/%d", owner, position, len(doc.Value().Pages)), nil
}

func main() {
	var s spool.Spool
	if _, err := submit(&s, "ann", "memo", 0); err == nil {
		log.Fatal("no error")
	}
	for _, copies := range []int{1, 3, 2} {
		ticket, err := submit(&s, "bob", "plan", copies)
		if err != nil {
			log.Fatal(err)
		}
		fmt.Println(ticket)
	}
	fmt.Println("printed", s.Drain())
}
