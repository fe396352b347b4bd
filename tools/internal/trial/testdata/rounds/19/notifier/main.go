// truth: use-after-release line 71 callee
package main

import (
	"fmt"
	"io"
	"os"

	"github.com/rcpool/rcpool"
)

type push struct {
	device string
	title  string
	body   []byte
	urgent bool
}

func (p *push) Reset() { *p = push{body: p.body[:0]} }

var pushes = rcpool.Pool[push]{Name: "pushes"}

type gateway struct {
	out    io.Writer
	quota  map[string]int
	queued []rcpool.Ref[push]
}

// deliver writes the push at once if it is urgent, and otherwise keeps it for
// the next round.
func (g *gateway) deliver(p rcpool.Ref[push]) error {
	if !p.Value().urgent {
		g.queued = append(g.queued, p)
		return nil
	}
	defer p.Release()
	_, err := fmt.Fprintf(g.out, "%s: %s %s\n", p.Value().device, p.Value().title, p.Value().body)
	return err
}

func (g *gateway) round() error {
	queued := g.queued
	g.queued = nil
	var first error
	for _, p := range queued {
		p.Value().urgent = true
		if err := g.deliver(p); err != nil && first == nil {
			first = err
		}
	}
	return first
}

type alarm struct {
	device string
	level  int
}

func (g *gateway) raise(a alarm) error {
	if g.quota[a.device] == 0 {
		return fmt.Errorf("%s: quota is used up", a.device)
	}
	p := pushes.Get()
	v := p.Value()
	v.device, v.title = a.device, "alarm"
	v.body = fmt.Appendf(v.body, "level %d", a.level)
	v.urgent = a.level > 5
	if err := g.deliver(p); err != nil {
		return fmt.Errorf("gateway: %w", err)
	}
	if v.urgent {
		g.quota[a.device]--
	}
	return nil
}

func main() {
	g := &gateway{out: os.Stdout, quota: map[string]int{"boiler": 2, "door": 1}}
	for _, a := range []alarm{{"boiler", 3}, {"boiler", 9}, {"boiler", 8}, {"boiler", 7}, {"attic", 1}} {
		if err := g.raise(a); err != nil {
			fmt.Println(err)
		}
	}
	if err := g.round(); err != nil {
		fmt.Println(err)
	}
	fmt.Println(g.quota)
}
