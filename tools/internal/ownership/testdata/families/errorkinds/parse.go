// Package errorkinds has functions that release what they are given beside one of
// their errors only.
package errorkinds

import (
	"errors"
	"fmt"
	"sync"
)

type command struct{ args []string }

var commands = sync.Pool{New: func() any { return new(command) }}

func acquire() *command {
	c := commands.Get().(*command)
	c.args = c.args[:0]
	return c
}

func release(c *command) { commands.Put(c) }

var (
	errQuote = errors.New("unbalanced quote")
	errEmpty = errors.New("empty command")
)

// parse releases c if a quote is missing.
func (c *command) parse(line string) error {
	if line == "" {
		return errEmpty
	}
	if line[0] == '"' {
		release(c)
		return errQuote
	}
	c.args = append(c.args, line)
	return nil
}

// errLine is about the quotes of a whole line.
var errLine = fmt.Errorf("line: %w", errQuote)

// parseLine releases c if a quote is missing.
func (c *command) parseLine(line string) error {
	if c.parse(line) == errQuote {
		return errLine
	}
	return nil
}
