// truth: detach line 46 callee
package main

import (
	"fmt"
	"strings"

	"github.com/rcpool/rcpool"
)

type Exhibit struct {
	Number string
	Notes  []string
}

var exhibits = rcpool.Pool[Exhibit]{Name: "museum.exhibits"}

type catalogue struct {
	seen map[string]int
}

// pin gives the conservators a reference of their own while they work.
func (c *catalogue) pin(e *rcpool.Ref[Exhibit]) rcpool.Ref[Exhibit] {
	c.seen[e.Value().Number]++
	return e.Retain()
}

func restore(e *Exhibit, note string) bool {
	if note == "" {
		return false
	}
	e.Notes = append(e.Notes, note)
	return true
}

// lend takes an exhibit out of the house for good.
func lend(c *catalogue, number, note string) *Exhibit {
	e := exhibits.Get()
	e.Value().Number = number
	work := c.pin(&e)
	if !restore(work.Value(), note) {
		work.Release()
		return e.Detach()
	}
	defer work.Release()
	return e.Detach()
}

func main() {
	c := &catalogue{seen: map[string]int{}}
	for _, note := range []string{"", "cleaned", "glued"} {
		func() {
			defer func() {
				if p := recover(); p != nil {
					fmt.Println(strings.SplitN(fmt.Sprint(p), "\n", 2)[0])
				}
			}()
			e := lend(c, "1907.12", note)
			fmt.Println(e.Number, e.Notes)
		}()
	}
	fmt.Println(c.seen)
}
