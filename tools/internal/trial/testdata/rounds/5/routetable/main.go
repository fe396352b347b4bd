// truth: escape line 61 callee
package main

import (
	"fmt"
	"sort"
	"strings"

	"github.com/rcpool/rcpool"
)

type Rule struct {
	Prefix string
	Target string
	Weight int
}

type Table struct {
	rules []*Rule
	dirty bool
}

func (t *Table) insert(r *Rule) {
	t.rules = append(t.rules, r)
	t.dirty = true
}

func (t *Table) match(path string) string {
	if t.dirty {
		sort.Slice(t.rules, func(i, j int) bool { return len(t.rules[i].Prefix) > len(t.rules[j].Prefix) })
		t.dirty = false
	}
	for _, r := range t.rules {
		if r.Prefix != "" && strings.HasPrefix(path, r.Prefix) {
			return r.Target
		}
	}
	return "none"
}

var rules = rcpool.Pool[Rule]{Name: "rules"}

func load(t *Table, config string) error {
	for _, line := range strings.Split(config, "\n") {
		if err := loadLine(t, line); err != nil {
			return err
		}
	}
	return nil
}

func loadLine(t *Table, line string) error {
	rule := rules.Get()
	defer rule.Release()
	v := rule.Value()
	fields := strings.Fields(line)
	if len(fields) != 2 {
		return fmt.Errorf("bad rule %q", line)
	}
	v.Prefix, v.Target, v.Weight = fields[0], fields[1], len(line)
	t.insert(v)
	return nil
}

func main() {
	var t Table
	if err := load(&t, "/api backend\n/api/v2 next\n/static files"); err != nil {
		panic(err)
	}
	for _, path := range []string{"/api/users", "/api/v2/x", "/other"} {
		fmt.Println(path, t.match(path))
	}
	if err := load(&t, "broken"); err != nil {
		fmt.Println(err)
	}
	if t.match("/api/users") != "backend" {
		panic("the table lost its rules")
	}
}
