// Package listedtwice has lists to which functions append one reference several times, and whose
// elements are all released.
package listedtwice

import (
	"errors"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/memory"
	"github.com/rcpool/rcpool"
)

type Tile struct {
	No     int
	Pixels []byte
}

func (t *Tile) Reset() { t.No, t.Pixels = 0, t.Pixels[:0] }

var tiles = rcpool.Pool[Tile]{Name: "tiles"}

var errTile = errors.New("no such tile")

func open(no int) (rcpool.Ref[Tile], error) {
	tile := tiles.Get()
	if no < 0 {
		tile.Release()
		return rcpool.Ref[Tile]{}, errTile
	}
	tile.Value().No = no
	return tile, nil
}

func releaseAll(all []rcpool.Ref[Tile]) {
	for _, tile := range all {
		tile.Release()
	}
}

func numbers(values ...int64) *array.Int64 {
	b := array.NewInt64Builder(memory.DefaultAllocator)
	defer b.Release()
	b.AppendValues(values, nil)
	return b.NewInt64Array()
}

func lengths(all []arrow.Array) (n int) {
	for _, a := range all {
		n += a.Len()
	}
	return n
}
