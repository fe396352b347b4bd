package whicherror

import (
	"errors"

	"github.com/rcpool/rcpool"
)

type capture struct {
	id       string
	attempts int
}

var (
	captures     = rcpool.Pool[capture]{Name: "captures"}
	errTransient = errors.New("timeout")
	errDeclined  = errors.New("declined")
)

type gateway struct {
	flaky  map[string]int
	banned map[string]bool
	ledger []string
}

func (g *gateway) submit(c *capture) error {
	if g.banned[c.id] {
		return errDeclined
	}
	if g.flaky[c.id] >= c.attempts {
		return errTransient
	}
	return nil
}

func (g *gateway) number(c *capture) (int, error) {
	switch {
	case g.banned[c.id]:
		return 0, errDeclined
	case g.flaky[c.id] > 0:
		return 0, errTransient
	}
	return len(g.ledger), nil
}
