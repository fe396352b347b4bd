// truth: escape line 55 hard
package main

import (
	"errors"
	"fmt"
	"strings"

	"github.com/rcpool/rcpool"
)

type Mission struct {
	Name  string
	Steps []string
	Done  int
}

func (m *Mission) Reset() { clear(m.Steps); *m = Mission{Steps: m.Steps[:0]} }

var missions = rcpool.Pool[Mission]{Name: "mission"}

// controller runs missions, and what they have left to do when it docks.
type controller struct {
	onDock []func() string
	log    []string
}

func (c *controller) atDock(f func() string) { c.onDock = append(c.onDock, f) }

func (c *controller) dock() {
	for _, f := range c.onDock {
		c.log = append(c.log, f())
	}
	c.onDock = c.onDock[:0]
}

func (c *controller) step(m *Mission) bool {
	if m.Done == len(m.Steps) {
		return false
	}
	c.log = append(c.log, m.Steps[m.Done])
	m.Done++
	return true
}

func (c *controller) run(name, script string) error {
	if script == "" {
		return errors.New(name + ": empty mission")
	}
	ref := missions.Get()
	defer ref.Release()
	m := ref.Value()
	m.Name = name
	m.Steps = append(m.Steps, strings.Split(script, ",")...)
	c.atDock(func() string {
		return fmt.Sprintf("%s: %d steps done", m.Name, m.Done)
	})
	for c.step(m) {
	}
	return nil
}

func main() {
	c := new(controller)
	for _, x := range [][2]string{{"vacuum", "left,right,back"}, {"idle", ""}, {"mow", "out,in"}} {
		if err := c.run(x[0], x[1]); err != nil {
			fmt.Println(err)
		}
	}
	c.dock()
	fmt.Println(len(c.log), c.log[len(c.log)-2:])
}
