package experiment

import (
	"fmt"
	"time"

	"github.com/rcpool/rcpool/lab/internal/figure"
	"github.com/rcpool/rcpool/lab/internal/machine"
	"github.com/rcpool/rcpool/lab/traffic"
)

// Result is everything that an experiment found. -json writes it. An estimate there is [median, low, high, sets].
type Result struct {
	Finding     string   `json:"finding"`  // one sentence
	Trusted     bool     `json:"trusted"`  // false: a warning says why the figures must not be used
	Warnings    []string `json:"warnings"` // what a reader must know before the figures
	Faults      []string `json:"faults"`   // what was lost, wrong, or different between variants: none if all is well
	Interrupted bool     `json:"interrupted"`
	Failure     string   `json:"failure,omitempty"` // why it ended early, if nobody interrupted it

	Setup   Setup           `json:"setup"`
	Machine machine.Machine `json:"machine"`
	Load    machine.Load    `json:"machine_load"`
	Commit  string          `json:"commit,omitempty"` // of the repository
	Started time.Time       `json:"started"`
	Elapsed time.Duration   `json:"elapsed_ns"`
	Sets    int             `json:"sets_complete"`
	Rounds  int             `json:"rounds_complete"` // of all sets

	Outcomes    []Outcome    `json:"variants"`
	Comparisons []Comparison `json:"comparisons"`
	Ablation    *Ablation    `json:"ablation,omitempty"` // if the variants make one
	Blocks      []Block      `json:"blocks"`
}

// Setup is what was asked for.
type Setup struct {
	Variants []Variant         `json:"variants"` // without the twin
	Base     Variant           `json:"base"`     // which the others are compared with, the twin included
	Head     Variant           `json:"head"`     // which the finding is about
	Rate     float64           `json:"rate"`
	Arrivals traffic.Arrivals  `json:"arrivals"`
	Sets     int               `json:"sets"`
	Rounds   int               `json:"rounds"` // of each set
	Block    time.Duration     `json:"block_ns"`
	Warmup   time.Duration     `json:"warmup_ns"`
	Seed     uint64            `json:"seed"`
	Items    int               `json:"items,omitempty"` // of a request, on average; not given, it is request.Items
	GOGC     string            `json:"gogc"`
	Procs    int               `json:"gomaxprocs"`
	Heap     int               `json:"live_heap_mib"` // that each service keeps beside what requests need
	Cores    string            `json:"cores"`         // which processors the parts ran on
	Backends []Backend         `json:"backends"`
	Serve    float64           `json:"serve"`           // requests a second that the reader has to serve
	Price    float64           `json:"price,omitempty"` // of a processor hour
	Env      map[string]string `json:"env,omitempty"`   // variables that change how Go programs run, where they are set
}

// Title is what tables call a variant; the twin is named for the base.
func (s Setup) Title(v Variant) string {
	if v == Twin {
		return s.Base.Title() + " again"
	}
	return v.Title()
}

// Backend is a system behind the service: a stand-in with a delay, or a real server.
type Backend struct {
	Name    string `json:"name"`
	Delay   string `json:"delay,omitempty"`  // of the stand-in
	Servers string `json:"server,omitempty"` // the real one's addresses
}

// Outcome is what all complete rounds together measured of a variant.
type Outcome struct {
	Variant Variant        `json:"variant"`
	Load    traffic.Result `json:"load"`
	Use     Use            `json:"use"`
	GOGC    string         `json:"gogc"`       // as the process itself says
	Procs   int            `json:"gomaxprocs"` // likewise
	Samples []Sample       `json:"samples"`    // of the first set
}

// Comparison is one measure of all variants.
type Comparison struct {
	Measure
	Base     figure.Number   `json:"base"`
	Twin     figure.Number   `json:"twin"`
	Noise    figure.Estimate `json:"twin_by_base"`       // the A/A comparison: the true ratio is 1
	Distrust string          `json:"distrust,omitempty"` // why there is no verdict on this measure
	Others   []Against       `json:"others"`
}

// Against is a measure of one variant against the base.
type Against struct {
	Variant Variant         `json:"variant"`
	Value   figure.Number   `json:"value"`
	Effect  figure.Estimate `json:"by_base"`
	Verdict Verdict         `json:"verdict"`
}

// Of returns the comparison with a variant; it is zero if there is none.
func (c Comparison) Of(v Variant) Against {
	for _, a := range c.Others {
		if a.Variant == v {
			return a
		}
	}
	return Against{Variant: v, Effect: figure.Median(nil), Verdict: Unknown}
}

// Verdict is what a comparison shows.
type Verdict string

const (
	Lower   Verdict = "lower"   // lower than the base, beyond the noise
	Higher  Verdict = "higher"  // higher, beyond the noise
	Same    Verdict = "same"    // the difference cannot be told from noise, or is below 1 %
	Unknown Verdict = "unknown" // there are too few sets, or the figure cannot be trusted
)

// negligible is the size of a difference that is not worth reporting, even if it is beyond the noise.
const negligible = 0.01

// biased reports whether the noise itself is a difference that would be reported: its interval excludes 1, and not only
// by less than what is negligible.
func biased(noise figure.Estimate) bool {
	return noise.Known() && noise.Excludes(1) && (noise.Low < 1-negligible || noise.High > 1+negligible)
}

// verdict decides a comparison: the interval must exclude 1, and it must lie outside the interval of the base against
// itself.
func verdict(effect, noise figure.Estimate) Verdict {
	switch {
	case !effect.Known() || !noise.Known() || biased(noise):
		return Unknown
	case !effect.Excludes(1) || !effect.Disjoint(noise):
		return Same
	case effect.Median > 1-negligible && effect.Median < 1+negligible:
		return Same
	case effect.Median < 1:
		return Lower
	}
	return Higher
}

// result puts together what the complete rounds measured. err is why the experiment ended; it is nil if all is done.
func (r *run) result(err error) *Result {
	result := &Result{
		Setup: r.setup(), Machine: machine.This(), Load: r.load.Since(), Commit: r.Commit,
		Started: r.began, Elapsed: time.Since(r.began), Sets: r.sets, Rounds: r.rounds,
		Interrupted: interrupted(err),
	}
	if err != nil && !result.Interrupted {
		result.Failure = err.Error()
	}
	all := Order(r.Variants, 0)
	result.Blocks = r.blocks[:r.rounds*len(all)]
	by := make(map[Variant][]Block)
	for _, b := range result.Blocks {
		by[b.Variant] = append(by[b.Variant], b)
	}
	for _, v := range all {
		outcome := Outcome{Variant: v, GOGC: r.last[v].GOGC, Procs: r.last[v].GOMAXPROCS, Samples: r.samples[v]}
		for _, b := range by[v] {
			outcome.Load.Add(b.Load)
			outcome.Use.add(b.Use)
		}
		result.Outcomes = append(result.Outcomes, outcome)
	}
	result.Comparisons = compare(r.Variants, by, r.Seed)
	result.Faults = append(r.losses, differences(result.Blocks)...)
	for _, o := range result.Outcomes {
		result.Faults = append(result.Faults, o.wrong()...)
	}
	result.Warnings, result.Trusted = trust(result)
	if !result.Trusted {
		for _, c := range result.Comparisons {
			for i := range c.Others {
				c.Others[i].Verdict = Unknown
			}
		}
	}
	result.Ablation = ablate(result, by, r.Seed)
	result.Finding = finding(result)
	return result
}

// compare estimates the ratios of every measure.
func compare(variants []Variant, by map[Variant][]Block, seed uint64) []Comparison {
	base := Base(variants)
	var comparisons []Comparison
	for _, m := range Measures {
		c := Comparison{
			Measure: m, Base: figure.Number(m.Total(by[base])), Twin: figure.Number(m.Total(by[Twin])),
			Noise: m.Ratio(by[base], by[Twin], seed),
		}
		if biased(c.Noise) {
			c.Distrust = fmt.Sprintf("%s: two identical services differed by %s %s in this run, so there is no verdict on it.",
				m.Name, figure.Factor(c.Noise.Median), figure.Bounds(c.Noise))
		}
		for _, v := range variants {
			if v == base {
				continue
			}
			effect := m.Ratio(by[base], by[v], seed)
			c.Others = append(c.Others, Against{Variant: v, Value: figure.Number(m.Total(by[v])), Effect: effect, Verdict: verdict(effect, c.Noise)})
		}
		comparisons = append(comparisons, c)
	}
	return comparisons
}
