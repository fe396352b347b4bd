// truth: reset line 26 plain
package main

import (
	"errors"
	"fmt"
	"sort"
	"strings"

	"github.com/rcpool/rcpool"
)

// Change is one update on its way from the master to the agents.
type Change struct {
	Path    string
	Values  map[string]string
	Author  string
	Targets []string
	Forced  bool
	lines   int
}

var changes = rcpool.Pool[Change]{
	Name: "confdist.changes",
	New:  func() *Change { return &Change{Values: make(map[string]string)} },
	Reset: func(c *Change) {
		clear(c.Values)
		clear(c.Targets)
		c.Targets = c.Targets[:0]
		c.Path = ""
		c.Author = ""
		c.lines = 0
	},
}

func parse(text string, c *Change) error {
	for line := range strings.Lines(text) {
		c.lines++
		key, value, ok := strings.Cut(strings.TrimSpace(line), "=")
		if !ok {
			return fmt.Errorf("line %d: no value", c.lines)
		}
		switch key {
		case "path":
			c.Path = value
		case "author":
			c.Author = value
		case "target":
			c.Targets = append(c.Targets, value)
		case "force":
			c.Forced = true
		default:
			c.Values[key] = value
		}
	}
	if c.Path == "" {
		return errors.New("no path")
	}
	return nil
}

type agent struct{ applied []string }

func (a *agent) apply(c *Change) {
	keys := make([]string, 0, len(c.Values))
	for k := range c.Values {
		keys = append(keys, k)
	}
	sort.Strings(keys)
	verb := "set"
	if c.Forced {
		verb = "force"
	}
	a.applied = append(a.applied, fmt.Sprintf("%s %s %v", verb, c.Path, keys))
}

func distribute(text string, agents map[string]*agent) error {
	return changes.With(func(c *Change) error {
		if err := parse(text, c); err != nil {
			return err
		}
		for _, t := range c.Targets {
			if a := agents[t]; a != nil {
				a.apply(c)
			}
		}
		return nil
	})
}

func main() {
	agents := map[string]*agent{"eu": {}, "us": {}}
	for _, text := range []string{
		"path=/db\nauthor=ann\ntarget=eu\nforce\n",
		"path=/db\nauthor=ann\ntarget=eu\nforce=1\nsize=10\n",
		"path=/web\ntarget=us\ntarget=eu\nport=80\n",
	} {
		fmt.Println(distribute(text, agents))
	}
	fmt.Println(agents["eu"].applied, agents["us"].applied)
}
