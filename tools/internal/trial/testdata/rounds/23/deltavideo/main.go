// truth: use-after-release line 55,69 hard

// Command deltavideo sends the difference of each frame to the one before.
package main

import (
	"errors"
	"fmt"
	"sync"
)

const width, height = 32, 16

type frame struct {
	n      int
	pixels [width * height]byte
}

var frames = sync.Pool{New: func() any { return new(frame) }}

type camera struct {
	tick int
	last int
}

var errEnd = errors.New("end of stream")

// capture fills all of f.
func (c *camera) capture(f *frame) error {
	if c.tick == c.last {
		return errEnd
	}
	f.n = c.tick
	for i := range f.pixels {
		f.pixels[i] = byte(i / width * (c.tick % 3))
	}
	f.pixels[c.tick*7%len(f.pixels)] = 255
	c.tick++
	return nil
}

type change struct {
	at    int
	value byte
}

type encoder struct {
	prev *frame
	out  [][]change
}

func (e *encoder) encode(cur *frame) {
	var diff []change
	for i, p := range cur.pixels {
		if e.prev == nil || e.prev.pixels[i] != p {
			diff = append(diff, change{i, p})
		}
	}
	e.out = append(e.out, diff)
	if e.prev == nil {
		e.prev = cur
		return
	}
	old := e.prev
	e.prev = cur
	if old.n%10 == 0 {
		fmt.Println("key frame", old.n)
	}
	frames.Put(cur)
}

func (e *encoder) close() {
	if e.prev != nil {
		frames.Put(e.prev)
		e.prev = nil
	}
}

func record(c *camera) ([][]change, error) {
	e := new(encoder)
	defer e.close()
	for {
		f := frames.Get().(*frame)
		if err := c.capture(f); err != nil {
			frames.Put(f)
			if errors.Is(err, errEnd) {
				return e.out, nil
			}
			return nil, err
		}
		e.encode(f)
	}
}

func replay(diffs [][]change) (pixels [width * height]byte) {
	for _, d := range diffs {
		for _, c := range d {
			pixels[c.at] = c.value
		}
	}
	return pixels
}

func main() {
	diffs, err := record(&camera{last: 25})
	if err != nil {
		fmt.Println(err)
		return
	}
	var want frame
	_ = (&camera{tick: 24, last: 25}).capture(&want)
	fmt.Println(len(diffs), replay(diffs) == want.pixels)
}
