// truth: double-release line 74 callee

// Command smsgate sends text messages through carriers, the cheapest one first.
package main

import (
	"errors"
	"fmt"
	"log"
	"strings"

	"github.com/rcpool/rcpool"
)

type SMS struct {
	To   string
	Text string
	Cost int
}

var messages = rcpool.Pool[SMS]{Name: "sms"}

var (
	errNumber  = errors.New("not a number")
	errCarrier = errors.New("carrier is down")
)

type Carrier struct {
	Name   string
	Prefix string
	Price  int
	Down   bool
	sent   int
}

// deliver sends the message. It takes sms over.
func (c *Carrier) deliver(sms rcpool.Ref[SMS]) error {
	m := sms.Value()
	if c.Down {
		sms.Release()
		return fmt.Errorf("%s: %w", c.Name, errCarrier)
	}
	m.Cost = c.Price * (1 + len(m.Text)/160)
	c.sent += m.Cost
	sms.Release()
	return nil
}

type Gateway struct {
	carriers []*Carrier
	failed   int
}

func (g *Gateway) carrier(to string) *Carrier {
	var best *Carrier
	for _, c := range g.carriers {
		if strings.HasPrefix(to, c.Prefix) && (best == nil || c.Price < best.Price) {
			best = c
		}
	}
	return best
}

func (g *Gateway) Send(to, text string) error {
	sms := messages.Get()
	sms.Value().To, sms.Value().Text = to, text
	c := g.carrier(to)
	if c == nil {
		sms.Release()
		return fmt.Errorf("%w: %s", errNumber, to)
	}
	if err := c.deliver(sms); err != nil {
		g.failed++
		sms.Release()
		return err
	}
	return nil
}

func main() {
	g := &Gateway{carriers: []*Carrier{
		{Name: "alpha", Prefix: "+41", Price: 7},
		{Name: "beta", Prefix: "+4179", Price: 5},
		{Name: "gamma", Prefix: "+33", Price: 9, Down: true},
	}}
	for _, to := range []string{"+41791", "+4144", "0800", "+331"} {
		if err := g.Send(to, "hello"); err != nil {
			log.Print(err)
		}
	}
	fmt.Println(g.carriers[0].sent, g.carriers[1].sent, g.failed)
}
