// truth: detach line 63 plain

package main

import (
	"fmt"
	"sync"

	"github.com/rcpool/rcpool"
)

type Poster struct {
	Title string
	W, H  int
	Pix   []byte
}

func (p *Poster) Reset() { *p = Poster{Pix: p.Pix[:0]} }

var posters = rcpool.Pool[Poster]{Name: "posters"}

type catalog struct {
	mu    sync.Mutex
	saved map[string]*Poster
}

func render(title string, w, h int) rcpool.Ref[Poster] {
	ref := posters.Get()
	p := ref.Value()
	p.Title, p.W, p.H = title, w, h
	for i := range w * h {
		p.Pix = append(p.Pix, byte(i*len(title)))
	}
	return ref
}

func checksum(in <-chan rcpool.Ref[Poster], sums chan<- int) {
	for ref := range in {
		sum := 0
		for _, b := range ref.Value().Pix {
			sum += int(b)
		}
		ref.Release()
		sums <- sum
	}
	close(sums)
}

func (c *catalog) export(titles []string) int {
	in := make(chan rcpool.Ref[Poster])
	sums := make(chan int, len(titles))
	go checksum(in, sums)
	for i, title := range titles {
		ref := render(title, 4+i, 4)
		preview := ref.Retain()
		if i%2 == 1 {
			in <- ref
			preview.Release()
			continue
		}
		fmt.Println(title, len(preview.Value().Pix))
		c.mu.Lock()
		c.saved[title] = ref.Detach()
		c.mu.Unlock()
		preview.Release()
	}
	close(in)
	total := 0
	for s := range sums {
		total += s
	}
	return total
}

func main() {
	c := &catalog{saved: map[string]*Poster{}}
	fmt.Println(c.export([]string{"Alien", "Brazil", "Contact"}), len(c.saved))
}
