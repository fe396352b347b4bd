// truth: leak line 55 plain

// Command geoarrow converts tracks of vehicles into Arrow columns and measures
// them.
package main

import (
	"errors"
	"fmt"
	"math"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/memory"
)

type Point struct{ Lat, Lon float64 }

type Track struct {
	Vehicle string
	Points  []Point
}

var errRange = errors.New("point is not on earth")

type Converter struct {
	mem     memory.Allocator
	strict  bool
	dropped int
}

func (p Point) valid() bool {
	return math.Abs(p.Lat) <= 90 && math.Abs(p.Lon) <= 180
}

// Points returns the points as a struct array that the caller releases.
func (c *Converter) Points(t Track) (*array.Struct, error) {
	lats := array.NewFloat64Builder(c.mem)
	defer lats.Release()
	lons := array.NewFloat64Builder(c.mem)
	defer lons.Release()
	for i, p := range t.Points {
		if !p.valid() {
			if c.strict {
				return nil, fmt.Errorf("%s: point %d: %w", t.Vehicle, i, errRange)
			}
			c.dropped++
			continue
		}
		lats.Append(p.Lat)
		lons.Append(p.Lon)
	}
	lat := lats.NewFloat64Array()
	defer lat.Release()
	lon := lons.NewFloat64Array()
	return array.NewStructArray([]arrow.Array{lat, lon}, []string{"lat", "lon"})
}

// Distances returns the length of each leg; the caller releases it.
func (c *Converter) Distances(points *array.Struct) (*array.Float64, error) {
	if points.NumField() != 2 {
		return nil, errors.New("points have two coordinates")
	}
	legs := array.NewFloat64Builder(c.mem)
	defer legs.Release()
	lat := points.Field(0).(*array.Float64)
	lon := points.Field(1).(*array.Float64)
	for i := range points.Len() {
		if i == 0 {
			legs.Append(0)
			continue
		}
		dx := (lon.Value(i) - lon.Value(i-1)) * math.Cos(lat.Value(i)*math.Pi/180)
		legs.Append(math.Hypot(lat.Value(i)-lat.Value(i-1), dx) * 111.2)
	}
	return legs.NewFloat64Array(), nil
}

func (c *Converter) Length(t Track) (km float64, err error) {
	points, err := c.Points(t)
	if err != nil {
		return 0, err
	}
	defer points.Release()
	legs, err := c.Distances(points)
	if err != nil {
		return 0, err
	}
	defer legs.Release()
	for i := range legs.Len() {
		km += legs.Value(i)
	}
	return km, nil
}

func main() {
	c := &Converter{mem: memory.NewCheckedAllocator(memory.NewGoAllocator())}
	tracks := []Track{
		{"bus 1", []Point{{52.5, 13.4}, {52.6, 13.4}, {52.6, 13.6}}},
		{"bus 2", []Point{{48.1, 11.5}, {148, 11.6}, {48.2, 11.6}}},
		{"bus 3", nil},
	}
	for _, strict := range []bool{false, true} {
		c.strict = strict
		for _, t := range tracks {
			km, err := c.Length(t)
			fmt.Printf("%s %.1f %v\n", t.Vehicle, km, err)
		}
	}
	fmt.Println(c.dropped)
}
