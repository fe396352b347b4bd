// truth: correct
package main

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"sync"

	"github.com/rcpool/rcpool"
)

type Reading struct {
	Device string
	Values []float64
}

var readings = rcpool.Pool[Reading]{
	Name:  "readings",
	Reset: func(r *Reading) { r.Device, r.Values = "", r.Values[:0] },
	Keep:  func(r *Reading) bool { return cap(r.Values) <= 256 },
}

var errSyntax = errors.New("bad line")

func decode(line string) (rcpool.Ref[Reading], error) {
	device, rest, ok := strings.Cut(line, " ")
	if !ok {
		return rcpool.Ref[Reading]{}, errSyntax
	}
	r := readings.Get()
	v := r.Value()
	v.Device = device
	for _, f := range strings.Fields(rest) {
		x, err := strconv.ParseFloat(f, 64)
		if err != nil {
			r.Release()
			return rcpool.Ref[Reading]{}, fmt.Errorf("%s: %w", device, err)
		}
		v.Values = append(v.Values, x)
	}
	return r, nil
}

type batch []rcpool.Ref[Reading]

func (b batch) drop() {
	for _, r := range b {
		r.Release()
	}
}

type gateway struct {
	size    int
	pending batch
	uplink  chan batch
	wg      sync.WaitGroup
	sum     float64
	lost    int
}

func newGateway(size int) *gateway {
	g := &gateway{size: size, uplink: make(chan batch, 2)}
	g.wg.Add(1)
	go g.upload()
	return g
}

func (g *gateway) Ingest(line string) error {
	r, err := decode(line)
	if err != nil {
		return err
	}
	g.pending = append(g.pending, r)
	if len(g.pending) == g.size {
		g.ship()
	}
	return nil
}

func (g *gateway) ship() {
	if len(g.pending) == 0 {
		return
	}
	g.uplink <- g.pending
	g.pending = nil
}

func (g *gateway) upload() {
	defer g.wg.Done()
	for n := 0; ; n++ {
		b, ok := <-g.uplink
		if !ok {
			return
		}
		if n%3 == 2 { // the link is down now and then
			g.lost += len(b)
			b.drop()
			continue
		}
		for _, r := range b {
			for _, x := range r.Value().Values {
				g.sum += x
			}
		}
		b.drop()
	}
}

func (g *gateway) Close() {
	g.ship()
	close(g.uplink)
	g.wg.Wait()
}

func main() {
	g := newGateway(3)
	for i := range 20 {
		line := fmt.Sprintf("dev%d %d %d.5", i, i, i)
		if i%7 == 3 {
			line += " x"
		}
		if err := g.Ingest(line); err != nil {
			fmt.Println("skip:", err)
		}
	}
	g.Close()
	fmt.Println(g.sum, g.lost)
}
