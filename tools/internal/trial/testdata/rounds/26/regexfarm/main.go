// truth: double-release line 84 hard

// Command regexfarm matches events against rules that share compiled programs.
package main

import (
	"errors"
	"fmt"
	"regexp"
	"strings"
	"sync"
)

// A Matcher is scratch space for one rule: captures and counters.
type Matcher struct {
	re    *regexp.Regexp
	found []string
	hits  int
}

func (m *Matcher) reset() {
	clear(m.found)
	m.re, m.found, m.hits = nil, m.found[:0], 0
}

var matchers = sync.Pool{New: func() any { return new(Matcher) }}

type Farm struct {
	rules map[string]*Matcher
	order []string
}

var errDuplicate = errors.New("duplicate rule")

func (f *Farm) Rule(name, expr string) error {
	if _, ok := f.rules[name]; ok {
		return fmt.Errorf("%s: %w", name, errDuplicate)
	}
	re, err := regexp.Compile(expr)
	if err != nil {
		return err
	}
	m := matchers.Get().(*Matcher)
	m.re = re
	f.rules[name] = m
	f.order = append(f.order, name)
	return nil
}

// Alias makes a rule known under a second name.
func (f *Farm) Alias(alias, name string) error {
	m, ok := f.rules[name]
	if !ok {
		return fmt.Errorf("no rule %s", name)
	}
	if _, ok := f.rules[alias]; ok {
		return fmt.Errorf("%s: %w", alias, errDuplicate)
	}
	f.rules[alias] = m
	return nil
}

func (f *Farm) Feed(line string) {
	for _, name := range f.order {
		m := f.rules[name]
		if s := m.re.FindString(line); s != "" {
			m.found = append(m.found, s)
			m.hits++
		}
	}
}

func (f *Farm) Hits(name string) int {
	if m, ok := f.rules[name]; ok {
		return m.hits
	}
	return -1
}

func (f *Farm) Close() {
	for name, m := range f.rules {
		delete(f.rules, name)
		m.reset()
		matchers.Put(m)
	}
	f.order = nil
}

func main() {
	f := &Farm{rules: map[string]*Matcher{}}
	fmt.Println(f.Rule("ip", `\d+\.\d+\.\d+\.\d+`), f.Rule("user", `user=\w+`), f.Rule("ip", `x`), f.Rule("bad", `(`) != nil)
	fmt.Println(f.Alias("addr", "ip"), f.Alias("user", "ip"), f.Alias("x", "y"))
	for _, line := range strings.Split("10.0.0.1 user=ann|nothing|user=bob", "|") {
		f.Feed(line)
	}
	fmt.Println(f.Hits("addr"), f.Hits("user"), f.Hits("none"))
	f.Close()
	g := &Farm{rules: map[string]*Matcher{}}
	_ = g.Rule("a", "a")
	_ = g.Rule("b", "b")
	g.Feed("a only")
	fmt.Println(g.Hits("a"), g.Hits("b"))
	g.Close()
}
