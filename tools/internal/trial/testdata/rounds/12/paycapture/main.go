// truth: double-release line 60 plain

package main

import (
	"errors"
	"fmt"

	"github.com/rcpool/rcpool"
)

type Capture struct {
	Account string
	Cents   int64
	Steps   []string
}

func (c *Capture) Reset() {
	clear(c.Steps)
	*c = Capture{Steps: c.Steps[:0]}
}

var captures = rcpool.Pool[Capture]{Name: "captures"}

var (
	errFunds   = errors.New("insufficient funds")
	errGateway = errors.New("gateway timeout")
)

type bank struct {
	balance map[string]int64
	audit   chan rcpool.Ref[Capture]
}

func (b *bank) gateway(c *Capture) error {
	c.Steps = append(c.Steps, "gateway")
	if c.Cents%7 == 0 {
		return errGateway
	}
	return nil
}

func (b *bank) capture(account string, cents int64) error {
	ref := captures.Get()
	c := ref.Value()
	c.Account, c.Cents = account, cents
	if b.balance[account] < cents {
		ref.Release()
		return errFunds
	}
	c.Steps = append(c.Steps, "reserve")
	b.balance[account] -= cents
	err := b.gateway(c)
	if err != nil {
		c.Steps = append(c.Steps, "rollback")
		b.balance[account] += cents
		b.audit <- ref
		err = fmt.Errorf("capture %d: %w", cents, err)
	}
	ref.Release()
	return err
}

func main() {
	b := &bank{balance: map[string]int64{"ann": 100}, audit: make(chan rcpool.Ref[Capture], 8)}
	done := make(chan int)
	go func() {
		n := 0
		for ref := range b.audit {
			n += len(ref.Value().Steps)
			ref.Release()
		}
		done <- n
	}()
	for _, cents := range []int64{30, 500, 14, 20} {
		fmt.Println(b.capture("ann", cents))
	}
	close(b.audit)
	fmt.Println(<-done, b.balance["ann"])
}
