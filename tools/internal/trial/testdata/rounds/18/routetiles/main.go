// truth: double-release line 59 hard
package main

import (
	"fmt"
	"math"

	"github.com/rcpool/rcpool"
)

type Tile struct {
	X, Y  int
	Nodes []float64
}

func (t *Tile) Reset() { t.X, t.Y, t.Nodes = 0, 0, t.Nodes[:0] }

var tiles = rcpool.Pool[Tile]{Name: "tiles"}

type world struct {
	size   float64
	loaded int
}

func (w *world) index(lat, lon float64) (int, int) {
	return int(math.Floor(lon / w.size)), int(math.Floor(lat / w.size))
}

// load reads a tile from disk.
func (w *world) load(x, y int) (rcpool.Ref[Tile], error) {
	if x < 0 || y < 0 {
		return rcpool.Ref[Tile]{}, fmt.Errorf("tile %d/%d is off the map", x, y)
	}
	w.loaded++
	ref := tiles.Get()
	t := ref.Value()
	t.X, t.Y = x, y
	for i := range 4 {
		t.Nodes = append(t.Nodes, float64(x*10+y+i))
	}
	return ref, nil
}

// cost estimates a leg from the tiles of its ends.
func (w *world) cost(lat1, lon1, lat2, lon2 float64) (float64, error) {
	x1, y1 := w.index(lat1, lon1)
	x2, y2 := w.index(lat2, lon2)
	from, err := w.load(x1, y1)
	if err != nil {
		return 0, err
	}
	defer from.Release()
	to := from
	if x1 != x2 || y1 != y2 {
		if to, err = w.load(x2, y2); err != nil {
			return 0, err
		}
	}
	defer to.Release()
	sum := math.Hypot(lat2-lat1, lon2-lon1)
	for i, n := range from.Value().Nodes {
		sum += math.Abs(n - to.Value().Nodes[i])
	}
	return sum, nil
}

func main() {
	w := &world{size: 0.5}
	fmt.Println(w.cost(1.1, 2.2, 3.3, 4.4))
	fmt.Println(w.cost(1.1, 2.2, -3, 4.4))
	fmt.Println(w.cost(1.1, 2.1, 1.2, 2.2))
	fmt.Println(w.loaded)
}
