// truth: leak line 39 plain

// Captures of authorized payments.
package main

import (
	"bytes"
	"errors"
	"fmt"

	"github.com/rcpool/rcpool"
	"github.com/rcpool/rcpool/stdpool"
)

type capture struct {
	Auth   string   `json:"auth"`
	Amount int      `json:"amount"`
	Notes  []string `json:"notes"`
}

func (c *capture) Reset() {
	clear(c.Notes)
	*c = capture{Notes: c.Notes[:0]}
}

var captures = rcpool.Pool[capture]{Name: "captures"}

var (
	errUnknown = errors.New("unknown authorization")
	errTooMuch = errors.New("more than was authorized")
)

type gateway struct {
	authorized map[string]int
	journal    bytes.Buffer
}

func (g *gateway) capture(body []byte) error {
	c, err := stdpool.DecodeJSON(body, &captures)
	if err != nil {
		return fmt.Errorf("body: %w", err)
	}
	limit, ok := g.authorized[c.Value().Auth]
	if !ok {
		c.Release()
		return errUnknown
	}
	if c.Value().Amount > limit {
		return fmt.Errorf("%s: %w", c.Value().Auth, errTooMuch)
	}
	g.authorized[c.Value().Auth] -= c.Value().Amount
	fmt.Fprintf(&g.journal, "%s %d %v\n", c.Value().Auth, c.Value().Amount, c.Value().Notes)
	c.Release()
	return nil
}

func main() {
	g := &gateway{authorized: map[string]int{"a1": 100, "a2": 20}}
	for _, body := range []string{
		`{"auth":"a1","amount":60,"notes":["first"]}`,
		`{"auth":"a1","amount":60}`,
		`{"auth":"zz","amount":1}`,
		`{"auth":`,
		`{"auth":"a2","amount":20}`,
	} {
		if err := g.capture([]byte(body)); err != nil {
			fmt.Println(err)
		}
	}
	fmt.Print(g.journal.String())
	fmt.Println(captures.Stats().InUse)
}
