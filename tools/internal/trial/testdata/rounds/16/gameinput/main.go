// truth: zero-ref line 62 plain

package main

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"sync"

	"github.com/rcpool/rcpool"
)

type command struct {
	Seq  int
	Verb string
	Args []string
}

func (c *command) Reset() {
	clear(c.Args)
	*c = command{Args: c.Args[:0]}
}

var commands = rcpool.Pool[command]{Name: "commands"}

var errSyntax = errors.New("syntax error")

func (c *command) parse(line string) error {
	fields := strings.Fields(line)
	if len(fields) < 2 {
		return errSyntax
	}
	seq, err := strconv.Atoi(fields[0])
	if err != nil {
		return fmt.Errorf("%w: %v", errSyntax, err)
	}
	c.Seq, c.Verb = seq, fields[1]
	c.Args = append(c.Args, fields[2:]...)
	return nil
}

type gateway struct {
	queue   chan rcpool.Ref[command]
	lastSeq int
	trace   func(format string, args ...any)
}

func (g *gateway) handle(line string) error {
	cmd := commands.Get()
	defer rcpool.Drop(&cmd)
	if err := cmd.Value().parse(line); err != nil {
		return err
	}
	if cmd.Value().Seq <= g.lastSeq {
		return nil // a repeated datagram
	}
	g.lastSeq = cmd.Value().Seq
	g.queue <- rcpool.Move(&cmd)
	if g.trace != nil {
		g.trace("queued %s", cmd.Value().Verb)
	}
	return nil
}

func main() {
	g := &gateway{queue: make(chan rcpool.Ref[command], 4)}
	var wg sync.WaitGroup
	moves := 0
	wg.Go(func() {
		for c := range g.queue {
			if c.Value().Verb == "move" {
				moves += len(c.Value().Args)
			}
			c.Release()
		}
	})
	lines := []string{"1 move n", "2 move n e", "2 move n e", "oops", "x jump", "3 fire"}
	for _, l := range lines {
		if err := g.handle(l); err != nil {
			fmt.Println(err)
		}
	}
	g.trace = func(format string, args ...any) { fmt.Printf(format+"\n", args...) }
	if err := g.handle("4 move w"); err != nil {
		fmt.Println(err)
	}
	close(g.queue)
	wg.Wait()
	fmt.Println(moves)
}
