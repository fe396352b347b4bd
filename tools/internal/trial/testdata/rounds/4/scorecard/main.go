// truth: use-after-release line 69 callee

// Scorecard sums marks per player; cards are pooled between matches.
package main

import (
	"fmt"
	"sort"
	"strings"
	"sync"
)

type card struct {
	player string
	marks  []int
	total  int
}

var cards = sync.Pool{New: func() any { return new(card) }}

func newCard(player string) *card {
	c := cards.Get().(*card)
	c.player = player
	return c
}

func (c *card) add(marks ...int) {
	c.marks = append(c.marks, marks...)
	for _, m := range marks {
		c.total += m
	}
}

func (c *card) String() string {
	parts := make([]string, 0, len(c.marks))
	for _, m := range c.marks {
		parts = append(parts, fmt.Sprint(m))
	}
	return c.player + ": " + strings.Join(parts, "+")
}

// close returns the line for the board, and ends the card.
func (c *card) close() string {
	line := c.String()
	c.player = ""
	c.marks = c.marks[:0]
	c.total = 0
	cards.Put(c)
	return line
}

type Board struct {
	mu    sync.Mutex
	lines []string
	best  int
	who   string
}

func (b *Board) Match(player string, rounds [][]int) {
	c := newCard(player)
	for _, marks := range rounds {
		c.add(marks...)
	}
	line := c.close()

	b.mu.Lock()
	defer b.mu.Unlock()
	b.lines = append(b.lines, line)
	if c.total > b.best {
		b.best, b.who = c.total, player
	}
}

func main() {
	var b Board
	var wg sync.WaitGroup
	for i := range 12 {
		wg.Go(func() {
			b.Match(fmt.Sprint("p", i), [][]int{{i, 2}, {3}, {i, i}})
		})
	}
	wg.Wait()
	sort.Strings(b.lines)
	fmt.Println(len(b.lines), b.lines[0])
	fmt.Printf("best %q with %d\n", b.who, b.best)
}
