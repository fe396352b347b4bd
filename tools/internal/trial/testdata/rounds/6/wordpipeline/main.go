// truth: correct
package main

import (
	"fmt"
	"strings"
	"sync"

	"github.com/rcpool/rcpool"
)

type Chunk struct {
	Text  []byte
	Words int
	Upper []byte
}

func (c *Chunk) Reset() { *c = Chunk{Text: c.Text[:0], Upper: c.Upper[:0]} }

type (
	stage  func(*Chunk) bool
	source <-chan rcpool.Ref[Chunk]
)

var chunks = rcpool.Pool[Chunk]{Name: "chunks"}

func read(text string, quit <-chan struct{}) source {
	out := make(chan rcpool.Ref[Chunk])
	go func() {
		defer close(out)
		for line := range strings.Lines(text) {
			chunk := chunks.Get()
			chunk.Value().Text = append(chunk.Value().Text, line...)
			select {
			case out <- chunk:
			case <-quit:
				chunk.Release()
				return
			}
		}
	}()
	return out
}

// through runs f on n goroutines. Chunks that f refuses end here.
func through(in source, n int, f stage) source {
	out := make(chan rcpool.Ref[Chunk], n)
	var wg sync.WaitGroup
	for range n {
		wg.Go(func() {
			for chunk := range in {
				if !f(chunk.Value()) {
					chunk.Release()
					continue
				}
				out <- chunk
			}
		})
	}
	go func() {
		wg.Wait()
		close(out)
	}()
	return out
}

func count(c *Chunk) bool {
	c.Words = len(strings.Fields(string(c.Text)))
	return c.Words > 0
}

func upper(c *Chunk) bool {
	for _, b := range c.Text {
		if 'a' <= b && b <= 'z' {
			b -= 'a' - 'A'
		}
		c.Upper = append(c.Upper, b)
	}
	return true
}

// run stops after limit words; what is still under way is dropped.
func run(text string, limit int) (words, bytes int) {
	quit := make(chan struct{})
	out := through(through(read(text, quit), 3, count), 2, upper)
	stopped := false
	for chunk := range out {
		if !stopped {
			words += chunk.Value().Words
			bytes += len(chunk.Value().Upper)
			if words >= limit {
				stopped = true
				close(quit)
			}
		}
		chunk.Release()
	}
	return words, bytes
}

func main() {
	text := strings.Repeat("the quick fox\n\njumps over\n", 100)
	words, bytes := run(text, 1_000_000)
	fmt.Println(words, bytes)
	words, _ = run(text, 20)
	fmt.Println(words >= 20 && words < 25, chunks.Stats().InUse)
}
