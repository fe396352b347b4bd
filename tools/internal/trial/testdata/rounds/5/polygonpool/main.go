// truth: correct
package main

import (
	"fmt"
	"math"

	"round/polygonpool/objects"
)

type polygon struct {
	name string
	x, y []float64
}

func (p *polygon) Reset() {
	p.name = ""
	p.x = p.x[:0]
	p.y = p.y[:0]
}

func (p *polygon) add(x, y float64) {
	p.x = append(p.x, x)
	p.y = append(p.y, y)
}

func (p *polygon) area() float64 {
	sum := 0.0
	for i := range p.x {
		j := (i + 1) % len(p.x)
		sum += p.x[i]*p.y[j] - p.x[j]*p.y[i]
	}
	return math.Abs(sum) / 2
}

var polygons = objects.New[polygon]()

func square(side float64) float64 {
	return objects.Use(polygons, func(p *polygon) float64 {
		p.name = "square"
		p.add(0, 0)
		p.add(side, 0)
		p.add(side, side)
		p.add(0, side)
		return p.area()
	})
}

func triangles(n int) (areas []float64) {
	p := polygons.Take()
	defer polygons.Give(p)
	for i := range n {
		p.Reset()
		p.name = fmt.Sprint("triangle ", i)
		p.add(0, 0)
		p.add(float64(i), 0)
		p.add(0, 2)
		areas = append(areas, p.area())
	}
	return areas
}

func main() {
	fmt.Println(square(3), square(1))
	fmt.Println(triangles(4))
}
