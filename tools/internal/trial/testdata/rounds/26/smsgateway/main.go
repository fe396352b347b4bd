// truth: leak line 61 plain

// Command smsgateway splits texts into SMS parts and hands them to carriers.
package main

import (
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/rcpool/rcpool"
)

type Part struct {
	To    string
	Seq   int
	Total int
	Text  []byte
}

func (p *Part) Reset() {
	p.To, p.Seq, p.Total = "", 0, 0
	p.Text = p.Text[:0]
}

var parts = rcpool.Pool[Part]{Name: "parts"}

type Carrier interface {
	Accepts(number string) bool
	Submit(p *Part) error
}

var (
	errNoCarrier = errors.New("no carrier")
	errEncoding  = errors.New("text is not UTF-8")
)

type Gateway struct {
	carriers []Carrier
	size     int
	sent     int
}

func (g *Gateway) carrier(number string) Carrier {
	for _, c := range g.carriers {
		if c.Accepts(number) {
			return c
		}
	}
	return nil
}

func (g *Gateway) Send(to, text string) error {
	if !utf8.ValidString(text) {
		return errEncoding
	}
	runes := []rune(text)
	total := (len(runes) + g.size - 1) / g.size
	for seq := range total {
		part := parts.Get()
		p := part.Value()
		p.To, p.Seq, p.Total = to, seq+1, total
		for _, r := range runes[seq*g.size : min((seq+1)*g.size, len(runes))] {
			p.Text = utf8.AppendRune(p.Text, r)
		}
		c := g.carrier(to)
		if c == nil {
			return fmt.Errorf("%s: %w", to, errNoCarrier)
		}
		err := c.Submit(p)
		part.Release()
		if err != nil {
			return fmt.Errorf("part %d of %d: %w", seq+1, total, err)
		}
		g.sent++
	}
	return nil
}

type prefixCarrier struct {
	prefix string
	limit  int
	out    []string
}

func (c *prefixCarrier) Accepts(number string) bool { return strings.HasPrefix(number, c.prefix) }

func (c *prefixCarrier) Submit(p *Part) error {
	if len(c.out) == c.limit {
		return errors.New("throttled")
	}
	c.out = append(c.out, fmt.Sprintf("%s %d/%d %s", p.To, p.Seq, p.Total, p.Text))
	return nil
}

func main() {
	de := &prefixCarrier{prefix: "+49", limit: 3}
	g := &Gateway{carriers: []Carrier{de}, size: 5}
	fmt.Println(g.Send("+4917", "grüße aus"))
	fmt.Println(g.Send("+1555", "hello"))
	fmt.Println(g.Send("+4917", "one more text"))
	fmt.Println(de.out, g.sent)
}
