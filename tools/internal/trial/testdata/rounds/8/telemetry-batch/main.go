// truth: correct
package main

import (
	"errors"
	"fmt"

	"github.com/rcpool/rcpool"
)

type Point struct {
	Name  string
	Value float64
	Tags  []string
}

func (p *Point) Reset() {
	clear(p.Tags)
	*p = Point{Tags: p.Tags[:0]}
}

var points rcpool.Pool[Point]

var errDown = errors.New("collector is down")

// A batch owns its points.
type batch struct {
	points []rcpool.Ref[Point]
}

func (b *batch) add(p rcpool.Ref[Point]) { b.points = append(b.points, p) }

// take hands the points over and leaves an empty batch.
func (b *batch) take() []rcpool.Ref[Point] {
	out := b.points
	b.points = nil
	return out
}

func releaseAll(refs []rcpool.Ref[Point]) {
	for _, r := range refs {
		r.Release()
	}
	clear(refs)
}

type agent struct {
	cur    batch
	limit  int
	send   func([]rcpool.Ref[Point]) error
	failed int
}

func (a *agent) record(name string, v float64, tags ...string) error {
	p := points.Get()
	defer rcpool.Drop(&p)
	if name == "" {
		return errors.New("a metric needs a name")
	}
	val := p.Value()
	val.Name, val.Value = name, v
	val.Tags = append(val.Tags, tags...)
	a.cur.add(rcpool.Move(&p))
	if len(a.cur.points) < a.limit {
		return nil
	}
	return a.flush()
}

// flush sends what there is; points of a failed batch are lost, as agreed.
func (a *agent) flush() error {
	refs := a.cur.take()
	defer releaseAll(refs)
	if err := a.send(refs); err != nil {
		a.failed += len(refs)
		return fmt.Errorf("flush %d points: %w", len(refs), err)
	}
	return nil
}

func main() {
	var sum float64
	n := 0
	a := &agent{limit: 3, send: func(refs []rcpool.Ref[Point]) error {
		if n++; n%2 == 0 {
			return errDown
		}
		for _, r := range refs {
			sum += r.Value().Value
		}
		return nil
	}}
	for i := range 10 {
		name := "cpu"
		if i == 4 {
			name = ""
		}
		if err := a.record(name, float64(i), "host:a", "zone:b"); err != nil {
			fmt.Println(err)
		}
	}
	fmt.Println(a.flush(), sum, a.failed)
}
