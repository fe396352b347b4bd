// Package ownervalues has structs around a reference that are copied, returned,
// stored and sent.
package ownervalues

import (
	"errors"

	"github.com/rcpool/rcpool"
)

// A Row is a row of a table.
type Row struct {
	ID    int
	Cells [16]int
}

var rows = rcpool.Pool[Row]{Name: "rows"}

var errBad = errors.New("bad row")

// A record is a row with its place. It owns the row.
type record struct {
	row   rcpool.Ref[Row]
	table string
	at    int
}

func makeRecord(table string, at int) record {
	r := record{row: rows.Get(), table: table, at: at}
	r.row.Value().ID = at
	return r
}

func (r record) id() int { return r.row.Value().ID }

func (r *record) close() { rcpool.Drop(&r.row) }

// readRecord fails for a place below zero.
func readRecord(table string, at int) (record, error) {
	if at < 0 {
		return record{}, errBad
	}
	return makeRecord(table, at), nil
}

// An envelope has an address, and owns what it carries.
type envelope[T any] struct {
	to   string
	load rcpool.Ref[T]
}

func wrap[T any](to string, load rcpool.Ref[T]) envelope[T] { return envelope[T]{to, load} }

// A change has the row before and the row after.
type change struct {
	before, after record
}

func (c *change) close() {
	c.before.close()
	c.after.close()
}

// A page owns its records.
type page struct {
	records []record
	next    *page
}

func (p *page) close() {
	for i := range p.records {
		p.records[i].close()
	}
	p.records = nil
}

// A job is sent to a worker, which closes it.
type job struct {
	rows []rcpool.Ref[Row]
	done chan<- int
}

func work(in <-chan job) {
	for j := range in {
		sum := 0
		for _, row := range j.rows {
			sum += row.Value().ID
			row.Release()
		}
		j.done <- sum
	}
}

// A ring keeps the records that wait. When it is full, the oldest one goes.
type ring struct {
	slots   [4]record
	head, n int
}

func (r *ring) push(v record) {
	if r.n == len(r.slots) {
		r.slots[r.head].close()
		r.slots[r.head] = v
		r.head = (r.head + 1) % len(r.slots)
		return
	}
	r.slots[(r.head+r.n)%len(r.slots)] = v
	r.n++
}
