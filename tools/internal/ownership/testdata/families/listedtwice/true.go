package listedtwice

import (
	"github.com/apache/arrow-go/v18/arrow"
	"github.com/rcpool/rcpool"
)

type view1 struct {
	pins []rcpool.Ref[Tile]
}

func (v *view1) close() {
	for _, tile := range v.pins {
		tile.Release()
	}
	v.pins = nil
}

// Two numbers may be equal: the tile is found, and pinned again.
func (v *view1) show(nos []int) error {
	byNo := make(map[int]rcpool.Ref[Tile])
	for _, no := range nos {
		tile, ok := byNo[no/4]
		if !ok {
			var err error
			if tile, err = open(no / 4); err != nil {
				return err
			}
			byNo[no/4] = tile
		}
		v.pins = append(v.pins, tile) // want "double-release: "
	}
	return nil
}

func useView1(nos []int) error {
	v := new(view1)
	defer v.close()
	return v.show(nos)
}

// The list is returned, and its elements are looked up.
func collect1(nos []int) []rcpool.Ref[Tile] {
	known := map[int]rcpool.Ref[Tile]{}
	var all []rcpool.Ref[Tile]
	for _, no := range nos {
		if _, ok := known[no]; !ok {
			tile := tiles.Get()
			tile.Value().No = no
			known[no] = tile
		}
		all = append(all, known[no]) // want "double-release: "
	}
	return all
}

func useCollect1(nos []int) int {
	all := collect1(nos)
	defer releaseAll(all)
	return len(all)
}

// Both columns are the same one, if there is no tax.
func prices1(net []int64, taxed bool) []arrow.Array {
	column := numbers(net...)
	columns := []arrow.Array{column}
	if !taxed {
		return append(columns, column) // want "double-release: "
	}
	gross := make([]int64, 0, column.Len())
	for i := range column.Len() {
		gross = append(gross, column.Value(i)*119/100)
	}
	return append(columns, numbers(gross...))
}

func usePrices1(net []int64) int {
	columns := prices1(net, len(net) > 2)
	n := lengths(columns)
	for _, c := range columns {
		c.Release()
	}
	return n
}

type sheet1 struct {
	title rcpool.Ref[Tile]
}

func newSheet1() *sheet1 { return &sheet1{title: tiles.Get()} }

func (s *sheet1) close() { s.title.Release() }

// Each row begins with the same title.
func (s *sheet1) rows(n int) []rcpool.Ref[Tile] {
	var out []rcpool.Ref[Tile]
	for i := range n {
		body := tiles.Get()
		body.Value().No = i
		out = append(out, s.title, body) // want "double-release: "
	}
	return out
}

func useSheet1(n int) int {
	s := newSheet1()
	defer s.close()
	rows := s.rows(n)
	total := len(rows)
	for i := range rows {
		rows[i].Release()
	}
	return total
}

// One array fills all columns that have no values.
func filled1(columns [][]int64) (all []arrow.Array) {
	zero := numbers(0, 0, 0)
	all = append(all, zero)
	for range columns {
		all = append(all, zero) // want "double-release: "
	}
	return all
}

func useFilled1(columns [][]int64) int {
	all := filled1(columns)
	defer func() {
		for _, a := range all {
			a.Release()
		}
	}()
	return lengths(all)
}

// The pair has the tile of the first one twice.
func pair1(first, second int) []rcpool.Ref[Tile] {
	a := tiles.Get()
	a.Value().No = first
	all := make([]rcpool.Ref[Tile], 0, 2)
	all = append(all, a)
	if first == second {
		all = append(all, a) // want "double-release: "
		return all
	}
	b := tiles.Get()
	b.Value().No = second
	return append(all, b)
}

func usePair1(n int) int {
	all := pair1(n, n/2)
	releaseAll(all)
	return n
}

type strip1 struct {
	tiles []rcpool.Ref[Tile]
}

func (s *strip1) close() {
	for i := range s.tiles {
		s.tiles[i].Release()
	}
	s.tiles = nil
}

// A tile that is in the map is used again for the next place.
func (s *strip1) fill(nos []int) {
	cache := map[int]rcpool.Ref[Tile]{}
	for _, no := range nos {
		if tile, ok := cache[no]; ok {
			s.tiles = append(s.tiles, tile) // want "double-release: "
			continue
		}
		tile := tiles.Get()
		tile.Value().No = no
		cache[no] = tile
		s.tiles = append(s.tiles, tile)
	}
}

func useStrip1(nos []int) int {
	s := new(strip1)
	defer s.close()
	s.fill(nos)
	return len(s.tiles)
}
