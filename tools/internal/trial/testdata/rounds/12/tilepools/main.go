// truth: wrong-pool line 50 plain

package main

import (
	"fmt"
	"sync"
)

type tile struct {
	px   []byte
	x, y int
}

var (
	previewTiles = sync.Pool{New: func() any { return &tile{px: make([]byte, 16*16)} }}
	fullTiles    = sync.Pool{New: func() any { return &tile{px: make([]byte, 256*256)} }}
)

type level struct {
	w, h    int
	preview bool
}

func sample(x, y int) byte { return byte(x ^ y) }

func drawFull(x, y int) int {
	t := fullTiles.Get().(*tile)
	defer fullTiles.Put(t)
	t.x, t.y = x, y
	sum := 0
	for i := range 256 * 256 {
		t.px[i] = sample(x+i%256, y+i/256)
		sum += int(t.px[i]) & 1
	}
	return sum
}

func drawPreview(x, y int) (sum int, err error) {
	t := previewTiles.Get().(*tile)
	t.x, t.y = x, y
	if x < 0 || y < 0 {
		previewTiles.Put(t)
		return 0, fmt.Errorf("tile %d,%d is outside", x, y)
	}
	for i := range 16 * 16 {
		t.px[i] = sample(x+i%16, y+i/16)
		sum += int(t.px[i]) & 1
	}
	fullTiles.Put(t)
	return sum, nil
}

func render(l level) (total int, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("render: %v", r)
		}
	}()
	step := 256
	if l.preview {
		step = 16
	}
	for y := 0; y < l.h; y += step {
		for x := 0; x < l.w; x += step {
			if !l.preview {
				total += drawFull(x, y)
				continue
			}
			n, err := drawPreview(x, y)
			if err != nil {
				return total, err
			}
			total += n
		}
	}
	return total, nil
}

func main() {
	fmt.Println(render(level{64, 64, true}))
	fmt.Println(render(level{512, 256, false}))
	_, err := drawPreview(-1, 0)
	fmt.Println(err)
}
