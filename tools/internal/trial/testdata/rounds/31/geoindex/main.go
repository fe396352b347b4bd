// truth: leak line 99 callee

// Command geoindex loads points of interest into grid cells.
package main

import (
	"bufio"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/rcpool/rcpool"
)

type poi struct {
	name     string
	lat, lon float64
	tags     []string
}

func (p *poi) Reset() {
	p.name, p.lat, p.lon = "", 0, 0
	clear(p.tags)
	p.tags = p.tags[:0]
}

var pois = rcpool.Pool[poi]{Name: "pois"}

type cell struct{ lat, lon int }

type index struct {
	cells map[cell][]rcpool.Ref[poi]
	size  int
	limit int
}

var (
	errCrowded = errors.New("cell is full")
	errBounds  = errors.New("not on this planet")
)

func cellOf(p *poi) cell { return cell{int(p.lat), int(p.lon)} }

// insert takes the point over if there is room for it, and sets *ref to zero.
func (x *index) insert(ref *rcpool.Ref[poi]) error {
	c := cellOf(ref.Value())
	if len(x.cells[c]) >= x.limit {
		return errCrowded
	}
	x.cells[c] = append(x.cells[c], rcpool.Move(ref))
	x.size++
	return nil
}

// near calls f with the points in the cell of a place.
func (x *index) near(lat, lon float64, f func(*poi)) {
	for _, ref := range x.cells[cell{int(lat), int(lon)}] {
		f(ref.Value())
	}
}

func (x *index) close() {
	for c, refs := range x.cells {
		for i := range refs {
			rcpool.Drop(&refs[i])
		}
		delete(x.cells, c)
	}
}

func parse(line string) (rcpool.Ref[poi], error) {
	fields := strings.Split(line, ",")
	if len(fields) < 3 {
		return rcpool.Ref[poi]{}, fmt.Errorf("bad line %q", line)
	}
	ref := pois.Get()
	defer rcpool.Drop(&ref)
	p := ref.Value()
	p.name = fields[0]
	var err error
	if p.lat, err = strconv.ParseFloat(fields[1], 64); err != nil {
		return rcpool.Ref[poi]{}, err
	}
	if p.lon, err = strconv.ParseFloat(fields[2], 64); err != nil {
		return rcpool.Ref[poi]{}, err
	}
	if p.lat < -90 || p.lat > 90 {
		return rcpool.Ref[poi]{}, errBounds
	}
	p.tags = append(p.tags, fields[3:]...)
	return rcpool.Move(&ref), nil
}

// load reads points until the end; it goes on after bad ones.
func load(x *index, text string) (rejected []error) {
	lines := bufio.NewScanner(strings.NewReader(text))
	for n := 1; lines.Scan(); n++ {
		ref, err := parse(lines.Text())
		if err != nil {
			rejected = append(rejected, fmt.Errorf("line %d: %w", n, err))
			continue
		}
		if err := x.insert(&ref); err != nil {
			rejected = append(rejected, fmt.Errorf("line %d: %w", n, err))
			continue
		}
	}
	return rejected
}

func main() {
	x := &index{cells: make(map[cell][]rcpool.Ref[poi]), limit: 2}
	defer x.close()
	text := "cafe,48.1,11.5,food\nbar,48.9,11.2\npub,48.3,11.7\nmars,200,0\nnope\nsea,0.5,0.5,water,salt\n"
	for _, err := range load(x, text) {
		fmt.Println(err)
	}
	x.near(48, 11, func(p *poi) { fmt.Println(p.name, p.tags) })
	fmt.Println(x.size)
}
