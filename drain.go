package rcpool

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/rcpool/rcpool/internal/ledger"
	"github.com/rcpool/rcpool/internal/sampling"
)

// Drain waits until no object of any pool is leased, or until ctx is done. It is
// for the end of a program, when no more work begins: what is still leased then
// belongs to work that goes on, to a cache, or to nobody. If objects are leased
// when ctx is done, the error is that of ctx, with how many of which pools, and
// the lines where the references of the checked leases were made. Drain is safe
// for concurrent use.
func Drain(ctx context.Context) error { return drain(ctx, ledger.Live, Leases) }

// Drain does for p what the function [Drain] does for all pools.
func (p *Pool[T]) Drain(ctx context.Context) error { return p.core.drain(ctx) }

func (p *pool) drain(ctx context.Context) error {
	if !p.settled.Load() {
		return nil
	}
	return drain(ctx, func() []*ledger.Ledger { return []*ledger.Ledger{p.ledger} }, p.leases)
}

// drain looks more and more rarely: to read the counts takes longer the more
// objects there are.
func drain(ctx context.Context, pools func() []*ledger.Ledger, leases func() []Lease) error {
	for pause := time.Millisecond; ; pause = min(2*pause, 50*time.Millisecond) {
		leased := leasedOf(pools())
		if len(leased) == 0 {
			return nil
		}
		select {
		case <-ctx.Done():
			return fmt.Errorf("rcpool: objects are still in use: %s; %s: %w", strings.Join(leased, ", "), holders(leases()), ctx.Err())
		case <-time.After(pause):
		}
	}
}

// leasedOf returns how many objects are leased, for each pool that has any.
func leasedOf(pools []*ledger.Ledger) (leased []string) {
	slices.SortFunc(pools, func(a, b *ledger.Ledger) int {
		return cmp.Or(cmp.Compare(a.Name(), b.Name()), cmp.Compare(a.ID(), b.ID()))
	})
	for _, l := range pools {
		if n := statsOf(l).InUse; n > 0 {
			leased = append(leased, fmt.Sprintf("%d of pool %s", n, l.Name()))
		}
	}
	return leased
}

const mostHolders = 10

// holders says where the references of the leases were made.
func holders(leases []Lease) string {
	var sites []string
	for _, l := range leases {
		for _, at := range l.RetainedAt {
			if site := at.Site(); !l.Leaked && site != "" && !slices.Contains(sites, site) {
				sites = append(sites, site)
			}
		}
	}
	switch {
	case len(sites) == 0:
		return "none of these leases was checked, so set " + sampling.Variable + "=1 to see where they began"
	case len(sites) > mostHolders:
		sites = append(sites[:mostHolders], "and elsewhere")
	}
	return "references made at " + strings.Join(sites, ", ")
}
