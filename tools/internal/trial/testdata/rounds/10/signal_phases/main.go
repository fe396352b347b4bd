// truth: correct
package main

import (
	"fmt"
	"strings"

	"github.com/rcpool/rcpool"
)

// Plan says how long each light of a crossing is green.
type Plan struct {
	Name  string
	Green []int
}

func (p *Plan) Reset() { p.Name, p.Green = "", p.Green[:0] }

type Controller struct {
	plans   rcpool.Pool[Plan]
	current rcpool.Ref[Plan]
	next    rcpool.Ref[Plan]
}

// Stage prepares the plan of the next cycle, in place of one staged before.
func (c *Controller) Stage(name string, green ...int) {
	rcpool.Drop(&c.next)
	c.next = c.plans.Get()
	p := c.next.Value()
	p.Name = name
	p.Green = append(p.Green, green...)
}

// Cycle runs one cycle, with the staged plan if there is one.
func (c *Controller) Cycle() string {
	if !c.next.IsZero() {
		rcpool.Drop(&c.current)
		c.current = rcpool.Move(&c.next)
	}
	if c.current.IsZero() {
		return "blinking"
	}
	var b strings.Builder
	for i, s := range c.current.Value().Green {
		fmt.Fprintf(&b, "%s[%d]=%ds ", c.current.Value().Name, i, s)
	}
	return b.String()
}

func (c *Controller) Off() {
	rcpool.Drop(&c.next)
	rcpool.Drop(&c.current)
}

func main() {
	c := new(Controller)
	fmt.Println(c.Cycle())
	c.Stage("night", 10, 10)
	c.Stage("morning", 40, 15)
	fmt.Println(c.Cycle())
	fmt.Println(c.Cycle())
	c.Stage("rush", 60, 20)
	fmt.Println(c.Cycle())
	c.Stage("evening", 30)
	c.Off()
	fmt.Println(c.Cycle(), c.plans.Stats().InUse)
	c.Off()
}
