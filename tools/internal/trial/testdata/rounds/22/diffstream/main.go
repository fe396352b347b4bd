// truth: use-after-release line 72,74 hard

// Command diffstream compares each frame of a stream with the one before it.
package main

import (
	"errors"
	"fmt"

	"github.com/rcpool/rcpool"
)

type raster struct {
	n    int
	rows [4]string
	hash uint32
}

func (r *raster) Reset() { *r = raster{} }

var rasters = rcpool.Pool[raster]{Name: "rasters"}

var errBlank = errors.New("blank frame")

type differ struct {
	prev    rcpool.Ref[raster]
	key     rcpool.Ref[raster] // the last frame that was sent in full
	changes []int
	full    int
}

func (d *differ) capture(n int, rows [4]string) (rcpool.Ref[raster], error) {
	ref := rasters.Get()
	r := ref.Value()
	r.n, r.rows = n, rows
	for _, row := range rows {
		for _, c := range []byte(row) {
			r.hash = r.hash*31 + uint32(c)
		}
	}
	if r.hash == 0 {
		ref.Release()
		return rcpool.Ref[raster]{}, errBlank
	}
	return ref, nil
}

func distance(a, b *raster) (n int) {
	for i := range a.rows {
		if a.rows[i] != b.rows[i] {
			n++
		}
	}
	return n
}

// feed compares the frame with its predecessor, and starts over when too much differs.
func (d *differ) feed(n int, rows [4]string) error {
	cur, err := d.capture(n, rows)
	if err != nil {
		return err
	}
	if d.prev.IsZero() {
		d.key = cur
		d.prev = cur.Retain()
		d.full++
		return nil
	}
	changed := distance(d.prev.Value(), cur.Value())
	d.prev.Release()
	d.prev = cur
	if base := d.key.Value(); distance(base, cur.Value()) > 2 {
		d.key.Release()
		d.key = cur
		d.full++
	}
	d.changes = append(d.changes, changed)
	return nil
}

func (d *differ) close() {
	rcpool.Drop(&d.prev)
	rcpool.Drop(&d.key)
}

func main() {
	d := &differ{}
	defer func() { fmt.Println(d.full, d.changes, recover() != nil) }()
	for i, rows := range [][4]string{
		{"a", "b", "c", "d"}, {"a", "b", "c", "x"}, {}, {"q", "r", "s", "x"}, {"q", "r", "s", "y"}, {"q", "r", "s", "z"},
	} {
		if err := d.feed(i, rows); err != nil {
			fmt.Println(i, err)
		}
	}
	d.close()
}
