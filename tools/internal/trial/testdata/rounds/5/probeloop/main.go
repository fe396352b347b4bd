// truth: leak line 49 callee
package main

import (
	"errors"
	"fmt"
	"strings"

	"github.com/rcpool/rcpool"
)

type Probe struct {
	Host    string
	Outcome []string
}

var probes = rcpool.Pool[Probe]{
	Name: "probes",
	Reset: func(p *Probe) {
		p.Host = ""
		clear(p.Outcome)
		p.Outcome = p.Outcome[:0]
	},
}

func newProbe(host string) (rcpool.Ref[Probe], error) {
	if host == "" {
		return rcpool.Ref[Probe]{}, errors.New("no host")
	}
	p := probes.Get()
	p.Value().Host = host
	return p, nil
}

type Check func(*Probe) error

func runChecks(p *rcpool.Ref[Probe], checks []Check) error {
	v := p.Value()
	for i, check := range checks {
		if err := check(v); err != nil {
			return fmt.Errorf("check %d of %s: %w", i, v.Host, err)
		}
		v.Outcome = append(v.Outcome, "ok")
	}
	return nil
}

func summary(host string, checks []Check) (string, error) {
	p, err := newProbe(host)
	if err != nil {
		return "", err
	}
	if err := runChecks(&p, checks); err != nil {
		return "", err
	}
	text := p.Value().Host + " " + strings.Join(p.Value().Outcome, ",")
	p.Release()
	return text, nil
}

func main() {
	dns := func(p *Probe) error {
		if strings.HasSuffix(p.Host, ".invalid") {
			return errors.New("no such host")
		}
		return nil
	}
	tcp := func(p *Probe) error { return nil }
	for _, host := range []string{"a.example", "", "b.invalid"} {
		text, err := summary(host, []Check{dns, tcp})
		fmt.Println(text, err)
	}
	fmt.Println(probes.Stats().InUse)
}
