// truth: zero-ref line 60 callee
package main

import (
	"bufio"
	"errors"
	"fmt"
	"strings"

	"github.com/rcpool/rcpool"
)

type Command struct {
	Verb string
	Args []string
}

func (c *Command) Reset() {
	clear(c.Args)
	*c = Command{Args: c.Args[:0]}
}

var commands = rcpool.Pool[Command]{Name: "commands"}

type syntaxError struct{ line string }

func (e *syntaxError) Error() string { return fmt.Sprintf("cannot parse %q", e.line) }

func parse(line string) (rcpool.Ref[Command], error) {
	words := strings.Fields(line)
	if len(words) == 0 || strings.ToUpper(words[0]) != words[0] {
		return rcpool.Ref[Command]{}, &syntaxError{line}
	}
	command := commands.Get()
	c := command.Value()
	c.Verb = words[0]
	c.Args = append(c.Args, words[1:]...)
	return command, nil
}

type shell struct {
	data   map[string]string
	failed []string
}

func (s *shell) exec(c *Command) (string, error) {
	switch {
	case c.Verb == "SET" && len(c.Args) == 2:
		s.data[c.Args[0]] = c.Args[1]
		return "OK", nil
	case c.Verb == "GET" && len(c.Args) == 1:
		return s.data[c.Args[0]], nil
	}
	return "", errors.New("unknown command " + c.Verb)
}

func (s *shell) handle(line string) string {
	command, err := parse(line)
	if err != nil {
		s.failed = append(s.failed, command.Value().Verb)
		return "ERR " + err.Error()
	}
	defer command.Release()
	reply, err := s.exec(command.Value())
	if err != nil {
		s.failed = append(s.failed, command.Value().Verb)
		return "ERR " + err.Error()
	}
	return reply
}

func main() {
	s := &shell{data: map[string]string{}}
	defer func() {
		err, _ := recover().(error)
		fmt.Println("recovered:", errors.Is(err, rcpool.ZeroRef))
	}()
	lines := bufio.NewScanner(strings.NewReader("SET a 1\nGET a\nDEL a\nset a 2\n"))
	for lines.Scan() {
		fmt.Println(s.handle(lines.Text()))
	}
}
