// truth: zero-ref line 51 callee
package main

import (
	"errors"
	"fmt"

	"github.com/rcpool/rcpool"
)

type Job struct {
	Owner string
	Pages int
}

var jobs rcpool.Pool[Job]

type Printer struct {
	name  string
	queue []rcpool.Ref[Job]
	cap   int
}

// offer takes the job over and zeroes it if there is room.
func (p *Printer) offer(job *rcpool.Ref[Job]) bool {
	if len(p.queue) == p.cap {
		return false
	}
	p.queue = append(p.queue, rcpool.Move(job))
	return true
}

func (p *Printer) printAll() (pages int) {
	for _, job := range p.queue {
		pages += job.Value().Pages
		job.Release()
	}
	p.queue = p.queue[:0]
	return pages
}

func submit(printers []*Printer, owner string, pages int) (string, error) {
	if len(printers) == 0 {
		return "", errors.New("no printers")
	}
	job := jobs.Get()
	defer rcpool.Drop(&job)
	job.Value().Owner, job.Value().Pages = owner, pages
	for _, p := range printers {
		if p.offer(&job) {
			return fmt.Sprintf("%d pages on %s", job.Value().Pages, p.name), nil
		}
	}
	return "", fmt.Errorf("all printers are busy for %s", job.Value().Owner)
}

func main() {
	full := &Printer{name: "full"}
	fmt.Println(submit(nil, "ann", 1))
	fmt.Println(submit([]*Printer{full}, "bob", 2))
	laser := &Printer{name: "laser", cap: 2}
	defer func() { fmt.Println(laser.printAll()) }()
	fmt.Println(submit([]*Printer{full, laser}, "cid", 3))
}
