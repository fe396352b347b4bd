// truth: wrong-pool line 56 plain
package main

import (
	"fmt"
	"sync"
)

const (
	tileSide = 16
	tileSize = tileSide * tileSide
)

var (
	tiles = sync.Pool{New: func() any { b := make([]byte, tileSize); return &b }}
	lines = sync.Pool{New: func() any { b := make([]byte, tileSide); return &b }}
)

type canvas struct {
	w, h   int
	pixels []byte
}

// cut copies the tile at column tx and row ty.
func (c *canvas) cut(tx, ty int, tile []byte) {
	for y := range tileSide {
		from := (ty*tileSide+y)*c.w + tx*tileSide
		copy(tile[y*tileSide:], c.pixels[from:from+tileSide])
	}
}

func blur(line, out []byte) {
	for i := range line {
		a, b := max(i-1, 0), min(i+1, len(line)-1)
		out[i] = byte((int(line[a]) + int(line[i]) + int(line[b])) / 3)
	}
}

// smooth returns the mean brightness of a tile after a horizontal blur.
func smooth(c *canvas, tx, ty int) (int, error) {
	if (tx+1)*tileSide > c.w || (ty+1)*tileSide > c.h {
		return 0, fmt.Errorf("no tile %d,%d", tx, ty)
	}
	tile := tiles.Get().(*[]byte)
	line := lines.Get().(*[]byte)
	c.cut(tx, ty, *tile)
	sum := 0
	for y := range tileSide {
		row := (*tile)[y*tileSide : (y+1)*tileSide]
		blur(row, *line)
		for _, v := range *line {
			sum += int(v)
		}
	}
	lines.Put(line)
	lines.Put(tile)
	return sum / tileSize, nil
}

func main() {
	c := &canvas{w: 64, h: 64, pixels: make([]byte, 64*64)}
	for i := range c.pixels {
		c.pixels[i] = byte(i * 7)
	}
	for ty := range 5 {
		for tx := range 4 {
			mean, err := smooth(c, tx, ty)
			if err != nil {
				fmt.Println(err)
				break
			}
			fmt.Print(mean, " ")
		}
	}
	fmt.Println()
}
