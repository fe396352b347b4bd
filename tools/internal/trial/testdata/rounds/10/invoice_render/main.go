// truth: double-release line 43,50 callee
package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"log"
	"sync"
)

type canvas struct {
	buf  bytes.Buffer
	page int
}

var canvases = sync.Pool{New: func() interface{} { return new(canvas) }}

func getCanvas() *canvas {
	c := canvases.Get().(*canvas)
	c.buf.Reset()
	c.page = 0
	return c
}

var errNegative = errors.New("negative amount")

type invoice struct {
	no    int
	items []int
}

// discard throws the canvas of a failed invoice away.
func discard(c *canvas, no int, err error) error {
	page := c.page
	canvases.Put(c)
	return fmt.Errorf("invoice %d, page %d: %w", no, page, err)
}

func render(w io.Writer, inv invoice) error {
	c := getCanvas()
	defer canvases.Put(c)
	for i, cents := range inv.items {
		if i%2 == 0 {
			c.page++
			fmt.Fprintf(&c.buf, "# %d page %d\n", inv.no, c.page)
		}
		if cents < 0 {
			return discard(c, inv.no, errNegative)
		}
		fmt.Fprintf(&c.buf, "item %d: %d\n", i, cents)
	}
	_, err := c.buf.WriteTo(w)
	return err
}

type check struct {
	no  int
	got int
}

func (c *check) Write(p []byte) (int, error) {
	var no, page int
	if _, err := fmt.Sscanf(string(p), "# %d page %d", &no, &page); err != nil || no != c.no {
		return 0, fmt.Errorf("invoice %d got the pages of %d", c.no, no)
	}
	c.got += len(p)
	return len(p), nil
}

func main() {
	var wg sync.WaitGroup
	for g := range 4 {
		wg.Add(1)
		go func() {
			defer wg.Done()
			for i := range 300 {
				inv := invoice{no: 1000*(g+1) + i, items: []int{5, 7, 9}}
				if i%3 == 0 {
					inv.items[2] = -1
				}
				err := render(&check{no: inv.no}, inv)
				if err != nil && !errors.Is(err, errNegative) {
					log.Fatal(err)
				}
			}
		}()
	}
	wg.Wait()
}
