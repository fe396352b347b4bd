package listedtwice

import (
	"github.com/apache/arrow-go/v18/arrow"
	"github.com/rcpool/rcpool"
)

type view2 struct {
	pins []rcpool.Ref[Tile]
}

func (v *view2) close() {
	for _, tile := range v.pins {
		tile.Release()
	}
	v.pins = nil
}

// What is found is retained.
func (v *view2) show(nos []int) error {
	byNo := make(map[int]rcpool.Ref[Tile])
	for _, no := range nos {
		tile, ok := byNo[no/4]
		if ok {
			tile = tile.Retain()
		} else {
			var err error
			if tile, err = open(no / 4); err != nil {
				return err
			}
			byNo[no/4] = tile
		}
		v.pins = append(v.pins, tile)
	}
	return nil
}

// Only what is new is pinned.
func (v *view2) showOnce(nos []int) (n int, err error) {
	byNo := make(map[int]rcpool.Ref[Tile])
	for _, no := range nos {
		tile, ok := byNo[no/4]
		if !ok {
			if tile, err = open(no / 4); err != nil {
				return n, err
			}
			byNo[no/4] = tile
			v.pins = append(v.pins, tile)
		}
		n += len(tile.Value().Pixels)
	}
	return n, nil
}

func useView2(nos []int) (int, error) {
	v := new(view2)
	defer v.close()
	if err := v.show(nos); err != nil {
		return 0, err
	}
	return v.showOnce(nos)
}

// Another map knows what is in the list.
func collect2(nos []int) []rcpool.Ref[Tile] {
	known := map[int]rcpool.Ref[Tile]{}
	listed := map[int]bool{}
	var all []rcpool.Ref[Tile]
	for _, no := range nos {
		tile, ok := known[no]
		if !ok {
			tile = tiles.Get()
			tile.Value().No = no
			known[no] = tile
		}
		if tile.Value().Pixels = append(tile.Value().Pixels, byte(no)); !listed[no] {
			listed[no] = true
			all = append(all, tile)
		}
	}
	return all
}

func useCollect2(nos []int) int {
	all := collect2(nos)
	defer releaseAll(all)
	return len(all)
}

// The second column is retained.
func prices2(net []int64, taxed bool) []arrow.Array {
	column := numbers(net...)
	columns := []arrow.Array{column}
	if !taxed {
		column.Retain()
		return append(columns, column)
	}
	gross := make([]int64, 0, column.Len())
	for i := range column.Len() {
		gross = append(gross, column.Value(i)*119/100)
	}
	return append(columns, numbers(gross...))
}

func usePrices2(net []int64) int {
	columns := prices2(net, len(net) > 2)
	n := lengths(columns)
	for _, c := range columns {
		c.Release()
	}
	return n
}

type sheet2 struct {
	title rcpool.Ref[Tile]
}

func newSheet2() *sheet2 { return &sheet2{title: tiles.Get()} }

func (s *sheet2) close() { s.title.Release() }

// The rows are lent: nobody but the sheet releases the title.
func (s *sheet2) rows(n int) []rcpool.Ref[Tile] {
	var out []rcpool.Ref[Tile]
	for range n {
		out = append(out, s.title)
	}
	return out
}

func useSheet2(n int) (total int) {
	s := newSheet2()
	defer s.close()
	for _, title := range s.rows(n) {
		total += title.Value().No
	}
	return total
}

// Each column has an array of its own.
func filled2(columns [][]int64) (all []arrow.Array) {
	for _, values := range columns {
		column := numbers(values...)
		all = append(all, column)
	}
	return all
}

func useFilled2(columns [][]int64) int {
	all := filled2(columns)
	defer func() {
		for _, a := range all {
			a.Release()
		}
	}()
	return lengths(all)
}

// The tiles go from the map into the list in the end, each once.
func sorted2(nos []int) []rcpool.Ref[Tile] {
	known := map[int]rcpool.Ref[Tile]{}
	var order []int
	for _, no := range nos {
		if _, ok := known[no]; !ok {
			known[no] = tiles.Get()
			order = append(order, no)
		}
		known[no].Value().No += no
	}
	var all []rcpool.Ref[Tile]
	for _, no := range order {
		all = append(all, known[no])
	}
	return all
}

func useSorted2(nos []int) int {
	all := sorted2(nos)
	defer releaseAll(all)
	return len(all)
}
