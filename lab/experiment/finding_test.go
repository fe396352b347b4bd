package experiment

import (
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/rcpool/rcpool/lab/internal/figure"
	"github.com/rcpool/rcpool/lab/traffic"
)

// synthetic is what a made-up service does for a request.
type synthetic struct {
	latency        time.Duration // median
	cpu            time.Duration
	bytes, objects float64
	gc             float64 // cycles per request
	peak           float64 // of memory
	noise          float64 // sigma of everything, per block
	failed         bool
}

var ordinary = synthetic{latency: 36 * time.Millisecond, cpu: time.Millisecond, bytes: 280e3, objects: 700, gc: 0.15, peak: 30e6, noise: 0.02}

// synthesise makes the result of an experiment of so many sets whose base is ordinary and whose rcpool service is what
// change makes of it.
func synthesise(sets int, change func(*synthetic)) *Result {
	random := rand.New(rand.NewPCG(11, uint64(sets)))
	pooled := ordinary
	change(&pooled)
	const rounds = 2
	r := newRun(Config{Variants: []Variant{Good, Pooled}, Rate: 200, Sets: sets, Rounds: rounds, Block: time.Second, Seed: 1})
	r.rounds, r.sets = sets*rounds, sets
	for set := range sets {
		for round := range rounds {
			for _, v := range Order(r.Variants, round) {
				of := ordinary
				if v == Pooled {
					of = pooled
				}
				of.noise = pooled.noise
				r.blocks = append(r.blocks, of.block(random, set+1, round+1, v))
			}
		}
	}
	return r.result(nil)
}

func (s synthetic) block(random *rand.Rand, set, round int, v Variant) Block {
	const requests = 200
	vary := func(x float64) float64 { return x * math.Exp(s.noise*random.NormFloat64()) }
	b := Block{Set: set, Round: round, Variant: v, Load: traffic.Result{
		Blocks: 1, Planned: requests, Requests: requests, Span: time.Second, Attack: 995 * time.Millisecond, Wait: 30 * time.Millisecond,
		Codes: map[string]int{"200": requests},
	}}
	if s.failed {
		b.Load.Codes = map[string]int{"502": requests}
		b.Load.Errors = map[string]int{"502 Bad Gateway": requests}
	}
	shift := vary(1)
	for range requests {
		b.Load.Latency.Record(time.Duration(float64(s.latency) * shift * math.Exp(0.15*random.NormFloat64())))
		b.Load.Lateness.Record(time.Millisecond)
	}
	b.Use = Use{Requests: requests, CPUSeconds: vary(s.cpu.Seconds() * requests), AllocBytes: vary(s.bytes * requests),
		AllocObjects: vary(s.objects * requests), GCCycles: math.Round(vary(s.gc * requests)), GCCPUSeconds: vary(0.1 * s.gc * s.cpu.Seconds() * requests), BusyCPUSeconds: s.cpu.Seconds() * requests, PeakRSSBytes: vary(s.peak)}
	return b
}

const notForSpeed = "; here rcpool is not for speed: it is for safety, as what several goroutines share goes back with its last release, and mistakes are reported"

func TestFinding(t *testing.T) {
	none := func(*synthetic) {}
	for _, test := range []struct {
		name   string
		sets   int
		change func(*synthetic)
		want   string   // the whole sentence, or
		has    []string // parts of it
		hasNot []string
	}{
		{
			name: "no difference", sets: 8, change: none,
			want: "Against good plain at 200 requests/s, over 8 sets of fresh processes, rcpool made no difference beyond the noise in any figure: p50, p95, p99, CPU time, allocated bytes per request, allocated objects per request, GC cycles, the GC's share of CPU time and peak memory" + notForSpeed + ".",
		},
		{
			name: "less garbage and nothing else", sets: 8,
			change: func(s *synthetic) { s.bytes *= 0.12; s.gc *= 0.2 },
			has: []string{"rcpool changed neither p50, p95, p99, CPU time, allocated objects per request nor peak memory (within the noise); it cut allocated bytes per request to 0.1",
				"GC cycles to 0.", "and the GC's share of CPU time to 0.", notForSpeed},
			hasNot: []string{"raised", "cannot"},
		},
		{
			name: "everything better", sets: 8,
			change: func(s *synthetic) {
				s.latency /= 2
				s.cpu /= 2
				s.bytes /= 10
				s.objects /= 4
				s.gc /= 20
			},
			has:    []string{"Against good plain at 200 requests/s, over 8 sets of fresh processes, rcpool ", "it cut p50 to 0.5", "CPU time to 0.", "GC cycles to 0.0"},
			hasNot: []string{"raised", "neither", "safety"},
		},
		{
			name: "everything worse", sets: 8,
			change: func(s *synthetic) {
				s.latency *= 2
				s.cpu *= 2
				s.bytes *= 2
				s.objects *= 2
				s.gc *= 8
			},
			has:    []string{"it raised p50 to ", "allocated bytes per request to ", "safety"},
			hasNot: []string{"cut"},
		},
		{
			name: "mixed: what is worse comes before what is better", sets: 8,
			change: func(s *synthetic) { s.cpu = s.cpu * 3 / 2; s.bytes *= 0.1 },
			has:    []string{"rcpool changed neither p50, p95, p99,", "; it raised CPU time to 1.", "; it cut allocated bytes per request to 0."},
		},
		{
			name: "an effect within the noise is none", sets: 8,
			change: func(s *synthetic) {
				s.noise = 0.6
				s.latency = s.latency * 95 / 100
				s.cpu = s.cpu * 95 / 100
				s.bytes *= 0.95
				s.objects *= 0.95
			},
			has:    []string{"rcpool made no difference beyond the noise"},
			hasNot: []string{"cut", "raised"},
		},
		{
			name: "an effect below one percent is none", sets: 8,
			change: func(s *synthetic) { s.noise = 0; s.bytes *= 0.995 },
			has:    []string{"rcpool made no difference beyond the noise"},
			hasNot: []string{"cut", "raised"},
		},
		{
			name: "too few sets", sets: 4, change: func(s *synthetic) { s.bytes *= 0.1 },
			want: "Nothing can be concluded from 4 sets of processes: an interval needs at least 6.",
		},
		{
			name: "one set", sets: 1, change: none,
			want: "Nothing can be concluded from one set of processes: an interval needs at least 6.",
		},
		{
			name: "nothing measured", sets: 0, change: none,
			want: "Nothing was measured: no round was completed.",
		},
		{
			name: "failing requests", sets: 8, change: func(s *synthetic) { s.failed = true; s.bytes *= 0.1 },
			want: "Nothing can be concluded: the figures cannot be trusted; the warnings say why.",
		},
	} {
		t.Run(test.name, func(t *testing.T) {
			got := synthesise(test.sets, test.change).Finding
			if test.want != "" && got != test.want {
				t.Errorf("got  %q\nwant %q", got, test.want)
			}
			for _, part := range test.has {
				if !strings.Contains(got, part) {
					t.Errorf("%q does not say %q", got, part)
				}
			}
			for _, part := range test.hasNot {
				if strings.Contains(got, part) {
					t.Errorf("%q says %q", got, part)
				}
			}
			if strings.Count(got, ". ") > 0 || !strings.HasSuffix(got, ".") {
				t.Errorf("%q is not one sentence", got)
			}
		})
	}
}

func TestVerdict(t *testing.T) {
	around := func(low, ratio, high float64) figure.Estimate {
		return figure.Estimate{Median: ratio, Low: low, High: high, Rounds: 16}
	}
	few := figure.Estimate{Median: 0.5, Low: 0.4, High: 0.6, Rounds: 5}
	for _, test := range []struct {
		name          string
		effect, noise figure.Estimate
		want          Verdict
	}{
		{"clearly lower", around(0.5, 0.6, 0.7), around(0.9, 1, 1.1), Lower},
		{"clearly higher", around(1.3, 1.4, 1.5), around(0.9, 1, 1.1), Higher},
		{"holds 1", around(0.8, 0.9, 1.01), around(0.99, 1, 1.01), Same},
		{"excludes 1 but touches the noise", around(0.8, 0.9, 0.95), around(0.94, 1, 1.1), Same},
		{"the noise itself is off", around(0.8, 0.9, 0.95), around(0.7, 0.8, 0.9), Unknown},
		{"the noise itself is off, and the effect far away", around(0.1, 0.2, 0.3), around(1.02, 1.1, 1.2), Unknown},
		{"the noise itself is off by nothing that counts", around(0.1, 0.2, 0.3), around(1.001, 1.002, 1.003), Lower},
		{"negligible", around(0.994, 0.995, 0.996), around(0.999, 1, 1.001), Same},
		{"just not negligible", around(0.98, 0.985, 0.99), around(0.999, 1, 1.001), Lower},
		{"no interval", few, around(0.9, 1, 1.1), Unknown},
		{"no interval of the noise", around(0.5, 0.6, 0.7), few, Unknown},
		{"down to nothing", around(0, 0, 0), around(0.9, 1, 1.1), Lower},
	} {
		if got := verdict(test.effect, test.noise); got != test.want {
			t.Errorf("%s: %s, want %s", test.name, got, test.want)
		}
	}
}

// With pure noise, a finding must be rarer than the 5 % of a single interval: the A/A comparison must agree.
func TestVerdict_NoiseAloneIsSeldomAFinding(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 5))
	noisy := func() figure.Estimate {
		vary := func() float64 { return math.Exp(0.1 * random.NormFloat64()) }
		sets := make([]figure.Set, 6)
		for i := range sets {
			ours := vary() // of this process
			for range 2 {
				sets[i] = append(sets[i], figure.Pair{Amount: ours * vary(), By: 1, BaseAmount: vary(), BaseBy: 1})
			}
		}
		return figure.RatioOverSets(sets, 1)
	}
	experiments := 100
	if testing.Short() {
		experiments = 30
	}
	claims := 0
	for range experiments {
		if v := verdict(noisy(), noisy()); v == Lower || v == Higher {
			claims++
		}
	}
	if claims > 5*experiments/100 {
		t.Errorf("%d of %d experiments without any effect found one", claims, experiments)
	}
}

func TestTrust(t *testing.T) {
	const requests = 1000
	good := func() traffic.Result {
		r := traffic.Result{Blocks: 4, Planned: requests, Requests: requests, Span: 5 * time.Second, Attack: 4980 * time.Millisecond, Codes: map[string]int{"200": requests}}
		for range requests {
			r.Lateness.Record(time.Millisecond)
		}
		return r
	}
	for _, test := range []struct {
		name    string
		spoil   func(*traffic.Result)
		trusted bool
		says    string
	}{
		{"good", func(*traffic.Result) {}, true, ""},
		{"rate not reached", func(r *traffic.Result) { r.Attack = 6 * time.Second }, false, "The load generator was the limit"},
		{"late", func(r *traffic.Result) {
			for range 100 {
				r.Lateness.Record(80 * time.Millisecond)
			}
		}, false, "The load generator was the limit"},
		{"a few late", func(r *traffic.Result) {
			for range 10 {
				r.Lateness.Record(80 * time.Millisecond)
			}
		}, true, ""},
		{"queueing", func(r *traffic.Result) { r.Queued = 1 }, false, "The service was the limit"},
		{"overrun", func(r *traffic.Result) { r.Overruns = []string{"it was too much", "it was too much"} }, false, "cannot drive 200 requests/s: try a lower -rate. It was too much; so 2 blocks ended early"},
		{"many failures", func(r *traffic.Result) { r.Codes = map[string]int{"200": 900, "502": 100} }, false, "10 % of the requests failed"},
		{"one failure", func(r *traffic.Result) { r.Codes = map[string]int{"200": 999, "502": 1} }, true, "0.1 % of the requests failed"},
		{"mixed up", func(r *traffic.Result) { r.Mixed = 1 }, false, "mixes up requests"},
	} {
		load := good()
		test.spoil(&load)
		r := &Result{Setup: Setup{Rate: 200, Sets: 2, Rounds: 2, GOGC: "100", Procs: 2}, Sets: 2, Rounds: 4, Outcomes: []Outcome{{Variant: Plain, Load: load, GOGC: "100", Procs: 2}}}
		warnings, trusted := trust(r)
		if trusted != test.trusted {
			t.Errorf("%s: trusted %v, want %v", test.name, trusted, test.trusted)
		}
		if got := strings.Join(warnings, "\n"); !strings.Contains(got, test.says) || (test.says == "") != (got == "") {
			t.Errorf("%s: warnings %q, want %q", test.name, got, test.says)
		}
	}
}

func TestResult_UntrustedFiguresGetNoVerdict(t *testing.T) {
	r := synthesise(8, func(s *synthetic) { s.failed = true; s.bytes *= 0.1 })
	for _, c := range r.Comparisons {
		if got := c.Of(Pooled).Verdict; got != Unknown {
			t.Errorf("%s: %s", c.Key, got)
		}
	}
}

func TestResult_FigureWhoseNoiseExcludesOneGetsNoVerdict(t *testing.T) {
	r := synthesise(8, func(s *synthetic) { s.bytes *= 0.1; s.gc *= 0.1 })
	for i := range r.Blocks {
		if r.Blocks[i].Variant == Twin {
			r.Blocks[i].Use.AllocBytes *= 1.3 // as if the processes differed
		}
	}
	by := make(map[Variant][]Block)
	for _, b := range r.Blocks {
		by[b.Variant] = append(by[b.Variant], b)
	}
	r.Comparisons = compare(r.Setup.Variants, by, 1)
	r.Warnings, r.Trusted = trust(r)
	r.Finding = finding(r)
	if !r.Trusted {
		t.Errorf("nothing is trusted: %q", r.Warnings)
	}
	for _, c := range r.Comparisons {
		if got := c.Of(Pooled).Verdict; (got == Unknown) != (c.Key == "bytes") {
			t.Errorf("%s: %s", c.Key, got)
		}
	}
	if !slices.ContainsFunc(r.Warnings, func(w string) bool {
		return strings.HasPrefix(w, "allocated bytes per request: two identical services differed by 1.")
	}) {
		t.Errorf("warnings %q", r.Warnings)
	}
	if !strings.Contains(r.Finding, "; there is no verdict on allocated bytes per request") || !strings.Contains(r.Finding, "cut GC cycles") {
		t.Errorf("finding %q", r.Finding)
	}
}

func TestTrust_VariantsMustRunAlike(t *testing.T) {
	load := traffic.Result{Blocks: 1, Requests: 200, Span: time.Second, Attack: time.Second, Codes: map[string]int{"200": 200}}
	tuned := &Result{Setup: Setup{Rate: 200, GOGC: "100", Procs: 2}, Outcomes: []Outcome{{Variant: "plain:GOGC=400", Load: load, GOGC: "400", Procs: 2}}}
	if warnings, trusted := trust(tuned); !trusted {
		t.Errorf("a variant with a GOGC of its own: %q", warnings)
	}
	for _, odd := range []Outcome{{Variant: Pooled, Load: load, GOGC: "400", Procs: 2}, {Variant: Pooled, Load: load, GOGC: "100", Procs: 1}} {
		r := &Result{Setup: Setup{Rate: 200, GOGC: "100", Procs: 2}, Outcomes: []Outcome{odd}}
		if warnings, trusted := trust(r); trusted || len(warnings) != 1 || !strings.Contains(warnings[0], "cannot be compared") {
			t.Errorf("GOGC=%s GOMAXPROCS=%d: trusted %v, warnings %q", odd.GOGC, odd.Procs, trusted, warnings)
		}
	}
}

func TestTrust_SaysThatRoundsAreMissing(t *testing.T) {
	for interrupted, want := range map[bool]string{true: "It was interrupted after 2 of 16 rounds.", false: "It failed after 2 of 16 rounds."} {
		warnings, trusted := trust(&Result{Setup: Setup{Rate: 200, Sets: 8, Rounds: 2}, Rounds: 2, Interrupted: interrupted})
		if len(warnings) != 1 || warnings[0] != want || !trusted {
			t.Errorf("got %q, want %q", warnings, want)
		}
	}
}
