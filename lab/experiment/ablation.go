package experiment

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/rcpool/rcpool/lab/internal/figure"
	"github.com/rcpool/rcpool/lab/internal/sentence"
)

// Ablation says what each pool contributes to what all pools save together: rcpool against plain.
type Ablation struct {
	Savings []Saving `json:"savings"`
}

// Saving is a figure of all pools, and the parts of the pools in it.
type Saving struct {
	Measure
	All  Against `json:"all"`             // rcpool against plain
	None string  `json:"none,omitempty"`  // why there are no parts: nothing that is beyond the noise was saved
	Part []Part  `json:"parts,omitempty"` // one for each pool
}

// Part is a pool's share of a saving, 1 for all of it. The shares of several pools need not add up to 1: what one saves
// may depend on another.
type Part struct {
	Pool  string          `json:"pool"`
	Alone figure.Estimate `json:"alone"` // what this pool saves if no other is there
	Lost  figure.Estimate `json:"lost"`  // what is lost if this pool alone is missing
}

// ablated are the measures of which an ablation gives shares.
var ablated = []string{"cpu", "bytes", "p50", "p99"}

// AblationVariants are what an ablation of these pools compares.
func AblationVariants(pools []string) []Variant {
	all := []Variant{Plain, Pooled}
	for _, pool := range pools {
		all = append(all, Only(pool), Without(pool))
	}
	return all
}

// ablatedPools are the pools that a list of variants has both alone and missing; none unless plain and rcpool are there.
func ablatedPools(variants []Variant) (pools []string) {
	if !slices.Contains(variants, Plain) || !slices.Contains(variants, Pooled) || Base(variants) != Plain {
		return nil
	}
	for _, v := range variants {
		if _, pool := v.pools(); pool != "" && v == Only(pool) && slices.Contains(variants, Without(pool)) {
			pools = append(pools, pool)
		}
	}
	return pools
}

// ablate takes an experiment apart; it returns nil if that was no ablation.
func ablate(r *Result, by map[Variant][]Block, seed uint64) *Ablation {
	pools := ablatedPools(r.Setup.Variants)
	if pools == nil {
		return nil
	}
	var a Ablation
	for _, c := range r.Comparisons {
		if !slices.Contains(ablated, c.Key) {
			continue
		}
		s := Saving{Measure: c.Measure, All: c.Of(Pooled)}
		switch s.All.Verdict {
		case Lower:
			for _, pool := range pools {
				s.Part = append(s.Part, Part{
					Pool:  pool,
					Alone: c.share(by[Plain], by[Only(pool)], by[Plain], by[Pooled], seed),
					Lost:  c.share(by[Without(pool)], by[Pooled], by[Plain], by[Pooled], seed),
				})
			}
		case Higher:
			s.None = "it rose"
		case Same:
			s.None = "no difference beyond the noise"
		default:
			s.None = "no verdict"
		}
		a.Savings = append(a.Savings, s)
	}
	return &a
}

// share estimates which part the saving between from and to is of the saving between allFrom and allTo: the sum of the
// differences of the rounds, divided by the other sum. The interval is over the sets and then over the rounds.
func (m Measure) share(from, to, allFrom, allTo []Block, seed uint64) figure.Estimate {
	values := make(map[place][]float64)
	for _, blocks := range [][]Block{from, to, allFrom, allTo} {
		for _, b := range blocks {
			values[b.place()] = append(values[b.place()], m.Of(b))
		}
	}
	return figure.TotalRatioOverSets(bySet(allTo, func(b Block) (p figure.Pair, ok bool) {
		v := values[b.place()]
		if ok = len(v) == 4; ok {
			p = figure.Pair{Amount: v[0] - v[1], By: 1, BaseAmount: v[2] - v[3], BaseBy: 1}
		}
		return p, ok
	}), seed)
}

// finding says which pool matters most for each saving, and what was not saved.
func (a *Ablation) finding() string {
	var parts, reasons []string
	without := make(map[string][]string) // by the reason, what has no parts
	for _, s := range a.Savings {
		if s.None != "" {
			if without[s.None] == nil {
				reasons = append(reasons, s.None)
			}
			without[s.None] = append(without[s.None], s.Words)
			continue
		}
		most := slices.MaxFunc(s.Part, func(x, y Part) int { return cmp.Compare(x.Alone.Median, y.Alone.Median) })
		parts = append(parts, fmt.Sprintf("all pools together cut %s to %s, and the pool %s alone gives %s of the saving", s.Words, figure.Factor(s.All.Effect.Median), most.Pool, figure.Percent(most.Alone)))
	}
	for _, reason := range reasons {
		parts = append(parts, sentence.List(without[reason], "and")+": "+reason)
	}
	return strings.Join(parts, "; ")
}
