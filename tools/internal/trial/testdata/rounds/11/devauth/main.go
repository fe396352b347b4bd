// truth: leak line 64 callee
package main

import (
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/rcpool/rcpool"
)

type Claims struct {
	Device string
	Scopes []string
	Until  time.Time
}

func (c *Claims) Reset() {
	clear(c.Scopes)
	*c = Claims{Scopes: c.Scopes[:0]}
}

var claimPool = rcpool.Pool[Claims]{Name: "claims"}

var (
	errToken   = errors.New("bad token")
	errExpired = errors.New("token expired")
	errScope   = errors.New("scope missing")
)

// verify parses a token such as "dev1:read,write:60".
func verify(token string, now time.Time) (rcpool.Ref[Claims], error) {
	parts := strings.Split(token, ":")
	if len(parts) != 3 {
		return rcpool.Ref[Claims]{}, errToken
	}
	ttl, err := time.ParseDuration(parts[2] + "s")
	if err != nil {
		return rcpool.Ref[Claims]{}, errors.Join(errToken, err)
	}
	c := claimPool.Get()
	v := c.Value()
	v.Device, v.Until = parts[0], now.Add(ttl)
	v.Scopes = append(v.Scopes, strings.Split(parts[1], ",")...)
	return c, nil
}

func (c *Claims) allows(scope string) bool {
	for _, s := range c.Scopes {
		if s == scope || s == "admin" {
			return true
		}
	}
	return false
}

type gate struct {
	now   time.Time
	calls map[string]int
}

func (g *gate) authorize(token, scope string) error {
	c, err := verify(token, g.now)
	if err != nil {
		return err
	}
	if !c.Value().Until.After(g.now) {
		c.Release()
		return errExpired
	}
	if !c.Value().allows(scope) {
		return fmt.Errorf("%s: %w: %s", c.Value().Device, errScope, scope)
	}
	g.calls[c.Value().Device]++
	c.Release()
	return nil
}

func main() {
	g := &gate{now: time.Unix(1000, 0), calls: map[string]int{}}
	for _, token := range []string{"d1:read,write:60", "d2:read:60", "d3:admin:0", "d4:admin", "d5:write:x"} {
		fmt.Println(g.authorize(token, "write"))
	}
	fmt.Println(g.calls)
}
