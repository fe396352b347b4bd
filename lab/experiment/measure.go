package experiment

import (
	"maps"
	"math"
	"slices"

	"github.com/rcpool/rcpool/lab/internal/figure"
)

// Unit is the unit of a measure, as figure.Quantity knows it.
type Unit string

const (
	Seconds Unit = "sec"
	Bytes   Unit = "B"
	Count   Unit = ""
	Share   Unit = figure.Share
)

// Measure is one figure that the variants are compared by. Less is better for all of them.
type Measure struct {
	Key   string `json:"key"`   // short and stable, for files
	Name  string `json:"name"`  // for tables
	Words string `json:"words"` // inside a sentence
	Unit  Unit   `json:"unit"`
	Code  string `json:"bench"` // its unit in Go's benchmark format

	latency float64               // the quantile of the latencies, or
	amount  func(Use) float64     // what is counted,
	by      func(b Block) float64 // and what it is counted by
	totals  bool                  // a block often has none: the ratio is that of the totals, not the median of the blocks
	scale   float64               // of amount/by, in the benchmark format
}

// Measures lists what is compared, in the order of the report.
var Measures = []Measure{
	latency("p50", 0.50),
	latency("p95", 0.95),
	latency("p99", 0.99),
	{Key: "cpu", Name: "CPU time per 1,000 requests", Words: "CPU time", Unit: Seconds, Code: "cpu-ns/op", scale: 1e6,
		amount: func(u Use) float64 { return u.CPUSeconds }, by: thousands},
	{Key: "bytes", Name: "allocated bytes per request", Words: "allocated bytes per request", Unit: Bytes, Code: "B/op", scale: 1,
		amount: func(u Use) float64 { return u.AllocBytes }, by: requests},
	{Key: "objects", Name: "allocated objects per request", Words: "allocated objects per request", Unit: Count, Code: "allocs/op", scale: 1,
		amount: func(u Use) float64 { return u.AllocObjects }, by: requests},
	{Key: "gc", Name: "GC cycles per 1,000 requests", Words: "GC cycles", Unit: Count, Code: "gc/op", scale: 1e-3,
		amount: func(u Use) float64 { return u.GCCycles }, by: thousands, totals: true},
	{Key: "gccpu", Name: "GC share of CPU time", Words: "the GC's share of CPU time", Unit: Share, Code: "gc-cpu-share", scale: 1,
		amount: func(u Use) float64 { return u.GCCPUSeconds }, by: busy, totals: true},
	{Key: "rss", Name: "peak RSS", Words: "peak memory", Unit: Bytes, Code: "peak-rss-bytes", scale: 1,
		amount: func(u Use) float64 { return u.PeakRSSBytes }, by: func(Block) float64 { return 1 }},
}

// measureOf returns the measure with a key that is in Measures.
func measureOf(key string) Measure {
	return Measures[slices.IndexFunc(Measures, func(m Measure) bool { return m.Key == key })]
}

func latency(name string, quantile float64) Measure {
	return Measure{Key: name, Name: "latency " + name, Words: name, Unit: Seconds, Code: name + "-ns/op", scale: 1e9, latency: quantile}
}

func requests(b Block) float64  { return float64(b.Load.Requests) }
func thousands(b Block) float64 { return float64(b.Load.Requests) / 1000 }

// busy is what the share of the GC is a share of. Both are estimates of the runtime, which count the time of a
// processor whose thread waits for a CPU, too. The process's own CPU time does not, so the GC could take more than all
// of that. It is not 0 if no cycle has ended: the share is 0 then.
func busy(b Block) float64 { return max(b.Use.BusyCPUSeconds, 1e-9) }

// parts returns the block's quantity and what it is counted by.
func (m Measure) parts(b Block) (amount, by float64) {
	if m.amount == nil {
		return b.Load.Latency.Quantile(m.latency).Seconds(), 1
	}
	return m.amount(b.Use), m.by(b)
}

// Of returns the measure of one block.
func (m Measure) Of(b Block) float64 {
	amount, by := m.parts(b)
	return amount / by
}

// Benchmark returns the measure of one block in the unit that Code names.
func (m Measure) Benchmark(b Block) float64 { return m.Of(b) * m.scale }

// Total returns the measure of several blocks taken together: percentiles from the merged latencies of all their
// requests, the highest peak of memory, and everything else from the sums. It is NaN without blocks.
func (m Measure) Total(blocks []Block) float64 {
	var all Block
	for _, b := range blocks {
		all.Load.Add(b.Load)
		all.Use.add(b.Use)
	}
	if all.Load.Requests == 0 {
		return math.NaN()
	}
	return m.Of(all)
}

// Ratio estimates the ratio of b to a over the rounds that have a block of both. The seed determines the interval.
func (m Measure) Ratio(a, b []Block, seed uint64) figure.Estimate {
	base := make(map[place]Block, len(a))
	for _, block := range a {
		base[block.place()] = block
	}
	all := bySet(b, func(block Block) (p figure.Pair, ok bool) {
		match, ok := base[block.place()]
		if ok {
			p.Amount, p.By = m.parts(block)
			p.BaseAmount, p.BaseBy = m.parts(match)
		}
		return p, ok
	})
	if m.totals {
		return figure.TotalRatioOverSets(all, seed)
	}
	return figure.RatioOverSets(all, seed)
}

// bySet makes pairs of blocks, where that is possible, and puts those of each set together. The sets are in their order,
// so that the same seed gives the same interval.
func bySet(blocks []Block, pair func(Block) (p figure.Pair, ok bool)) (all []figure.Set) {
	sets := make(map[int]figure.Set)
	for _, b := range blocks {
		if p, ok := pair(b); ok {
			sets[b.Set] = append(sets[b.Set], p)
		}
	}
	for _, set := range slices.Sorted(maps.Keys(sets)) {
		all = append(all, sets[set])
	}
	return all
}
