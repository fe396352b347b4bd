package experiment

import (
	"time"

	"github.com/rcpool/rcpool/lab/internal/figure"
	"github.com/rcpool/rcpool/lab/internal/machine"
	"github.com/rcpool/rcpool/lab/traffic"
)

// Result is everything that an experiment found. -json writes it. An estimate there is [median, low, high, rounds].
type Result struct {
	Finding     string   `json:"finding"`  // one sentence
	Trusted     bool     `json:"trusted"`  // false: a warning says why the figures must not be used
	Warnings    []string `json:"warnings"` // what a reader must know before the figures
	Interrupted bool     `json:"interrupted"`
	Failure     string   `json:"failure,omitempty"` // why it ended early, if nobody interrupted it

	Setup   Setup           `json:"setup"`
	Machine machine.Machine `json:"machine"`
	Commit  string          `json:"commit,omitempty"` // of the repository
	Started time.Time       `json:"started"`
	Elapsed time.Duration   `json:"elapsed_ns"`
	Rounds  int             `json:"rounds_complete"`

	Outcomes    []Outcome    `json:"variants"`
	Comparisons []Comparison `json:"comparisons"`
	Memory      Memory       `json:"peak_rss"`
	Blocks      []Block      `json:"blocks"`
}

// Setup is what was asked for.
type Setup struct {
	Rate     float64           `json:"rate"`
	Rounds   int               `json:"rounds"`
	Block    time.Duration     `json:"block_ns"`
	Warmup   time.Duration     `json:"warmup_ns"`
	Seed     uint64            `json:"seed"`
	GOGC     string            `json:"gogc"`
	Procs    int               `json:"gomaxprocs"`
	Backends []Backend         `json:"backends"`
	Env      map[string]string `json:"env,omitempty"` // variables that change how Go programs run, where they are set
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
	PeakRSS uint64         `json:"peak_rss_bytes"` // of the process, the warm-up included
	GOGC    string         `json:"gogc"`           // as the process itself says
	Procs   int            `json:"gomaxprocs"`     // likewise
	Samples []Sample       `json:"samples"`
}

// Comparison is one measure of all variants.
type Comparison struct {
	Measure
	Plain   figure.Number   `json:"plain"`
	Pooled  figure.Number   `json:"pooled"`
	Twin    figure.Number   `json:"twin"`
	Effect  figure.Estimate `json:"pooled_by_plain"`
	Noise   figure.Estimate `json:"twin_by_plain"` // the A/A comparison: the true ratio is 1
	Verdict Verdict         `json:"verdict"`
}

// Verdict is what a comparison shows.
type Verdict string

const (
	Lower   Verdict = "lower"   // pooled is lower, beyond the noise
	Higher  Verdict = "higher"  // pooled is higher, beyond the noise
	Same    Verdict = "same"    // the difference cannot be told from noise, or is below 1 %
	Unknown Verdict = "unknown" // there are too few rounds, or the figures cannot be trusted
)

// negligible is the size of a difference that is not worth reporting, even if it is beyond the noise.
const negligible = 0.01

// verdict decides a comparison: the interval must exclude 1, and it must lie outside the interval of plain against plain.
func verdict(effect, noise figure.Estimate) Verdict {
	switch {
	case !effect.Known() || !noise.Known():
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

// Memory compares the peaks of resident memory. Each process has one peak, so there is no interval and no verdict.
type Memory struct {
	Plain  uint64        `json:"plain_bytes"`
	Pooled uint64        `json:"pooled_bytes"`
	Twin   uint64        `json:"twin_bytes"`
	Effect figure.Number `json:"pooled_by_plain"`
	Noise  figure.Number `json:"twin_by_plain"`
}

// result puts together what the complete rounds measured. err is why the experiment ended; it is nil if all is done.
func (r *run) result(err error) *Result {
	result := &Result{
		Setup: r.setup(), Machine: machine.This(), Commit: r.Commit, Started: r.began, Elapsed: time.Since(r.began), Rounds: r.rounds,
		Interrupted: interrupted(err),
	}
	if err != nil && !result.Interrupted {
		result.Failure = err.Error()
	}
	result.Blocks = r.blocks[:r.rounds*len(Variants)]
	by := make(map[Variant][]Block)
	for _, b := range result.Blocks {
		by[b.Variant] = append(by[b.Variant], b)
	}
	for _, v := range Variants {
		outcome := Outcome{Variant: v, PeakRSS: r.last[v].PeakRSSBytes, GOGC: r.last[v].GOGC, Procs: r.last[v].GOMAXPROCS, Samples: r.samples[v]}
		for _, b := range by[v] {
			outcome.Load.Add(b.Load)
			outcome.Use.add(b.Use)
		}
		result.Outcomes = append(result.Outcomes, outcome)
	}
	result.Comparisons = compare(by, r.Seed)
	result.Memory = memory(result.Outcomes)
	result.Warnings, result.Trusted = trust(result)
	if !result.Trusted {
		for i := range result.Comparisons {
			result.Comparisons[i].Verdict = Unknown
		}
	}
	result.Finding = finding(result)
	return result
}

// compare estimates the ratios of every measure.
func compare(by map[Variant][]Block, seed uint64) []Comparison {
	var comparisons []Comparison
	for _, m := range Measures {
		c := Comparison{
			Measure: m,
			Plain:   figure.Number(m.Total(by[Plain])), Pooled: figure.Number(m.Total(by[Pooled])), Twin: figure.Number(m.Total(by[Twin])),
			Effect: m.Ratio(by[Plain], by[Pooled], seed),
			Noise:  m.Ratio(by[Plain], by[Twin], seed),
		}
		c.Verdict = verdict(c.Effect, c.Noise)
		comparisons = append(comparisons, c)
	}
	return comparisons
}

func memory(outcomes []Outcome) Memory {
	var m Memory
	for _, o := range outcomes {
		switch o.Variant {
		case Plain:
			m.Plain = o.PeakRSS
		case Pooled:
			m.Pooled = o.PeakRSS
		case Twin:
			m.Twin = o.PeakRSS
		}
	}
	m.Effect = figure.Number(float64(m.Pooled) / float64(m.Plain))
	m.Noise = figure.Number(float64(m.Twin) / float64(m.Plain))
	return m
}
