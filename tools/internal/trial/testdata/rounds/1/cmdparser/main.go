// truth: double-release line 29,47,64,65 callee

// Command cmdparser parses the commands of a line protocol.
package main

import (
	"errors"
	"fmt"
	"log"
	"strings"
	"sync"
)

type command struct {
	name string
	args []string
	raw  bool
}

var commands = sync.Pool{New: func() any { return new(command) }}

func acquire() *command {
	c := commands.Get().(*command)
	clear(c.args)
	*c = command{args: c.args[:0]}
	return c
}

func release(c *command) { commands.Put(c) }

var (
	errQuote = errors.New("unbalanced quote")
	errEmpty = errors.New("empty command")
)

func (c *command) parse(line string) error {
	name, rest, _ := strings.Cut(line, " ")
	if name == "" {
		return errEmpty
	}
	c.name = strings.ToUpper(name)
	for rest != "" {
		var arg string
		if rest[0] == '"' {
			end := strings.IndexByte(rest[1:], '"')
			if end < 0 {
				release(c)
				return errQuote
			}
			c.raw = true
			arg, rest = rest[1:end+1], strings.TrimPrefix(rest[end+2:], " ")
		} else {
			arg, rest, _ = strings.Cut(rest, " ")
		}
		c.args = append(c.args, arg)
	}
	return nil
}

type store map[string]string

func (s store) handle(line string) (string, error) {
	c := acquire()
	defer release(c)
	if err := c.parse(line); err != nil {
		return "", fmt.Errorf("%.10s: %w", line, err)
	}
	switch {
	case c.name == "SET" && len(c.args) == 2:
		s[c.args[0]] = c.args[1]
		return "OK", nil
	case c.name == "GET" && len(c.args) == 1:
		return s[c.args[0]], nil
	}
	return "", fmt.Errorf("cannot %s with %d arguments", c.name, len(c.args))
}

func main() {
	s := store{}
	for _, line := range []string{`set a 1`, `set b "two words"`, `get b`, `set c "x`, ``, `get`} {
		answer, err := s.handle(line)
		fmt.Printf("%q -> %q %v\n", line, answer, err)
	}
	a, b := acquire(), acquire()
	if a == b {
		log.Fatal("a command has two owners")
	}
	release(a)
	release(b)
}
