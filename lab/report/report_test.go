package report_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/rcpool/rcpool/lab/experiment"
	"github.com/rcpool/rcpool/lab/internal/figure"
	"github.com/rcpool/rcpool/lab/internal/machine"
	"github.com/rcpool/rcpool/lab/internal/summary"
	"github.com/rcpool/rcpool/lab/report"
	"github.com/rcpool/rcpool/lab/service"
	"github.com/rcpool/rcpool/lab/traffic"
)

// load is a made-up measurement: n requests at 10/s that took 20 ms to 120 ms.
func load(n int) traffic.Result {
	r := traffic.Result{
		Blocks: 1, Planned: n, Requests: n, Span: time.Duration(n) * 100 * time.Millisecond,
		Attack: time.Duration(n-1) * 100 * time.Millisecond, Wait: 31500 * time.Microsecond,
		BytesIn: uint64(n) * 5677, BytesOut: uint64(n) * 1890, Codes: map[string]int{"200": n},
	}
	for i := range n {
		r.Latency.Record(time.Duration(20+i%100) * time.Millisecond)
		r.Lateness.Record(time.Millisecond)
	}
	return r
}

// result is a made-up experiment of so many sets with one round each.
func result(rounds int) *experiment.Result {
	r := &experiment.Result{
		Finding: "Pooling did <something> & more.", Trusted: true, Sets: rounds, Rounds: rounds, Commit: "abc1234",
		Started: time.Date(2026, 11, 20, 14, 30, 0, 0, time.UTC), Elapsed: 61234 * time.Millisecond,
		Machine: machine.Machine{CPU: "Test CPU", Processors: 2, OS: "linux", Arch: "amd64", Go: "go1.26"},
		Setup: experiment.Setup{
			Variants: experiment.DefaultVariants, Base: experiment.Good, Head: experiment.Pooled, Arrivals: traffic.Constant,
			Cores: "all on all processors", Rate: 200, Serve: 200, Sets: 16, Rounds: 1, Block: time.Second, Warmup: 2 * time.Second, Seed: 9, GOGC: "100", Procs: 2,
			Backends: []experiment.Backend{{Name: "redis", Delay: "lognormal:1.5ms,0.3"}, {Name: "kafka", Servers: "127.0.0.1:9092"}},
			Env:      map[string]string{"GOMEMLIMIT": "1GiB"},
		},
		Load: machine.Load{Before: 0.1, After: 1.2, Pressure: 0.25, Steal: 0.001, Others: 0.02},
	}
	for i, m := range experiment.Measures {
		c := experiment.Comparison{Measure: m, Base: 0.04, Twin: 0.041, Noise: figure.Estimate{Median: 1.01, Low: 0.97, High: 1.04, Rounds: rounds},
			Others: []experiment.Against{
				{Variant: experiment.Plain, Value: 0.06, Effect: figure.Estimate{Median: 1.5, Low: 1.45, High: 1.55, Rounds: rounds}, Verdict: experiment.Unknown},
				{Variant: experiment.Pooled, Value: 0.02, Effect: figure.Estimate{Median: 0.5, Low: 0.45, High: 0.55, Rounds: rounds}, Verdict: experiment.Unknown},
			}}
		if rounds >= figure.MinRounds {
			c.Others[0].Verdict = experiment.Higher
			c.Others[1].Verdict = []experiment.Verdict{experiment.Lower, experiment.Higher, experiment.Same}[i%3]
		}
		r.Comparisons = append(r.Comparisons, c)
	}
	for _, v := range experiment.Order(r.Setup.Variants, 0) {
		o := experiment.Outcome{Variant: v}
		for round := range rounds {
			o.Load.Add(load(100))
			r.Blocks = append(r.Blocks, experiment.Block{Set: round + 1, Round: 1, Variant: v, Load: load(100),
				Use: experiment.Use{Requests: 100, CPUSeconds: 0.1, AllocBytes: 28e6, AllocObjects: 70000, GCCycles: 12, GCCPUSeconds: 0.01, BusyCPUSeconds: 0.1, PeakRSSBytes: 40 << 20}})
		}
		for at := -8; at < 4*rounds; at++ {
			s := experiment.Sample{At: float64(at) / 4, RSS: 35 << 20, HeapLive: 3 << 20}
			if v == experiment.Pooled {
				n := uint64(at+9) * 100
				s.Pools = []experiment.PoolCount{{Name: "event", Gets: n, News: n / 50, Releases: n - 3}}
			}
			o.Samples = append(o.Samples, s)
		}
		if v == experiment.Good {
			o.Use.Pauses.RecordMany(20*time.Microsecond, 1200)
			o.Use.Pauses.RecordMany(3*time.Millisecond, 2)
			o.Use.Errors = map[string]uint64{"event": 1500, "accesslog": 7}
		}
		if v == experiment.Pooled && rounds > 0 {
			o.Use.Pools = []experiment.PoolUse{{Name: "event", Gets: 4500, News: 10, Releases: 4500, Retired: 3}, {Name: "buffer", Gets: 900, News: 2, Releases: 900, Growth: &service.Growth{Leases: 17, Bytes: 3 << 20}}}
		}
		r.Outcomes = append(r.Outcomes, o)
	}
	return r
}

// The layout is that of the article, down to the blanks.
func TestAttack_IsTheArticlesTable(t *testing.T) {
	r := load(100)
	r.Codes = map[string]int{"200": 98, "0": 1, "502": 1}
	r.Errors = map[string]int{"502 Bad Gateway": 1, `Post "http://127.0.0.1:1/v1/quote": EOF`: 1}
	want := strings.TrimPrefix(`
Requests      [total, rate]            100, 10.10
Duration      [total, attack, wait]    9.932s, 9.9s, 31.5ms
Latencies     [mean, 50, 95, 99, max]  69.5ms, 69.055ms, 114.047ms, 118.015ms, 119ms
Bytes In      [total, mean]            567700, 5677.00
Bytes Out     [total, mean]            189000, 1890.00
Success       [ratio]                  98.00%
Status Codes  [code:count]             0:1  200:98  502:1
Error Set:
502 Bad Gateway
Post "http://127.0.0.1:1/v1/quote": EOF
`, "\n")
	var got strings.Builder
	if err := report.Attack(&got, r); err != nil {
		t.Fatal(err)
	}
	if got.String() != want {
		t.Errorf("got\n%swant\n%s", got.String(), want)
	}
}

func TestAttack_NothingSent(t *testing.T) {
	var got strings.Builder
	if err := report.Attack(&got, traffic.Result{}); err != nil {
		t.Fatal(err)
	}
	if !strings.HasPrefix(got.String(), "Requests      [total, rate]            0, 0.00\n") || strings.Contains(got.String(), "NaN") {
		t.Errorf("got\n%s", got.String())
	}
}

func TestText_HasEverything(t *testing.T) {
	var out strings.Builder
	r := result(16)
	r.Warnings = []string{"Mind the gap."}
	if err := report.Text(&out, r); err != nil {
		t.Fatal(err)
	}
	text := out.String()
	for _, want := range []string{
		"2 processors (Test CPU)", "GOGC=100 GOMAXPROCS=2 for every variant", "all on all processors", "200 requests/s", "constant arrivals", "seed 9",
		"16 sets of fresh processes with one round each of 1s", "2s of warm-up", "others used 2.0 % of the processors",
		"redis lognormal:1.5ms,0.3", "kafka at 127.0.0.1:9092", "GOMEMLIMIT=1GiB", "took 1m1.234s",
		"\nplain\nRequests ", "\ngood plain\nRequests ", "\nrcpool\nRequests ", "\ngood plain again\nRequests ",
		"over 16 sets", "warning: Mind the gap.", "Pooling did <something> & more.",
	} {
		if !strings.Contains(text, want) && !strings.Contains(strings.Join(strings.Fields(text), " "), want) { // long lines are broken
			t.Errorf("it does not say %q", want)
		}
	}
	for _, m := range experiment.Measures {
		if !regexp.MustCompile(`(?m)^  ` + regexp.QuoteMeta(m.Name) + ` .* 0\.500×  \[0\.450, 0\.550\]  1\.01×  \[0\.970, 1\.04\]  (lower|higher|no difference)$`).MatchString(text) {
			t.Errorf("no line for %s", m.Name)
		}
	}
	if !regexp.MustCompile(`(?s)\n +good plain +plain +ratio .*\n +good plain +rcpool +ratio `).MatchString(text) {
		t.Error("there is no table of plain, and after it one of rcpool")
	}
	for _, line := range []string{`  good plain +1,202 +20\.0 µs +20\.0 µs +3\.00 ms +1,500 +7`, `  rcpool +0 +– +– +– +0 +0`} {
		if !regexp.MustCompile(`(?m)^` + line + `$`).MatchString(text) {
			t.Errorf("no line %s for the pauses and the losses", line)
		}
	}
	if !regexp.MustCompile(`(?m)^  event +4500 +10 +– +99\.78 % +3 +0\n  buffer +900 +2 +17, by 3 MiB +99\.78 % +0 +0$`).MatchString(text) {
		t.Error("no line for the pool")
	}
	for i, line := range strings.Split(text, "\n") {
		if n := len([]rune(line)); n > 130 || strings.HasSuffix(line, " ") {
			t.Errorf("line %d has %d characters: %q", i+1, n, line)
		}
	}
	if t.Failed() {
		t.Log(text)
	}
}

func TestText_FewRoundsHaveNoIntervals(t *testing.T) {
	var out strings.Builder
	if err := report.Text(&out, result(2)); err != nil {
		t.Fatal(err)
	}
	if text := strings.Join(strings.Fields(out.String()), " "); !strings.Contains(text, "; 2 of 16 rounds were completed") || !strings.Contains(text, "no interval") || !strings.Contains(text, "no verdict") || strings.Contains(text, "NaN") {
		t.Errorf("got\n%s", text)
	}
}

func TestJSON_ComesBack(t *testing.T) {
	for _, rounds := range []int{0, 2, 16} {
		var out bytes.Buffer
		before := result(rounds)
		if err := report.JSON(&out, before); err != nil {
			t.Fatalf("%d rounds: %v", rounds, err)
		}
		var after experiment.Result
		if err := json.Unmarshal(out.Bytes(), &after); err != nil {
			t.Fatalf("%d rounds: %v", rounds, err)
		}
		if len(after.Blocks) != 4*rounds || after.Finding != before.Finding || after.Setup.Rate != 200 || len(after.Comparisons) != len(before.Comparisons) {
			t.Errorf("%d rounds came back as %d blocks, finding %q", rounds, len(after.Blocks), after.Finding)
		}
		if after.Comparisons[0].Of(experiment.Pooled).Effect.Known() != (rounds >= figure.MinRounds) {
			t.Errorf("%d rounds: interval %+v", rounds, after.Comparisons[0].Others)
		}
		if got, want := after.Outcomes[0].Load.Latency.Quantile(0.95), before.Outcomes[0].Load.Latency.Quantile(0.95); got != want {
			t.Errorf("%d rounds: p95 %v came back as %v", rounds, want, got)
		}
	}
}

func TestBenchmark_IsTheFormatThatBenchstatReads(t *testing.T) {
	var out strings.Builder
	if err := report.Benchmark(&out, result(3)); err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSpace(out.String()), "\n")
	results := 0
	for _, line := range lines {
		if !strings.HasPrefix(line, "Benchmark") {
			if !regexp.MustCompile(`^[a-z]+: \S.*$`).MatchString(line) {
				t.Errorf("neither a result nor a key: %q", line)
			}
			continue
		}
		results++
		fields := strings.Fields(line)
		if !regexp.MustCompile(`^BenchmarkQuote/variant=(plain|good|rcpool|twin)-2$`).MatchString(fields[0]) || fields[1] != "100" || len(fields)%2 != 0 {
			t.Errorf("%q", line)
		}
		units := make(map[string]bool)
		for i := 2; i+1 < len(fields); i += 2 {
			var value float64
			if _, err := fmt.Sscan(fields[i], &value); err != nil {
				t.Errorf("%q is no number in %q", fields[i], line)
			}
			units[fields[i+1]] = true
		}
		for _, unit := range []string{"ns/op", "p50-ns/op", "p95-ns/op", "p99-ns/op", "cpu-ns/op", "B/op", "allocs/op", "gc/op", "peak-rss-bytes"} {
			if !units[unit] {
				t.Errorf("no %s in %q", unit, line)
			}
		}
	}
	if results != 12 {
		t.Errorf("%d results, want one for each block", results)
	}
}

func page(t *testing.T, r *experiment.Result) string {
	var out strings.Builder
	if err := report.HTML(&out, r); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

func TestHTML_IsSelfContained(t *testing.T) {
	text := page(t, result(16))
	for _, foreign := range []string{"<script", "<link", "<img", "<iframe", "src=", "href=", "url(", "@import", "http://", "https://"} {
		if strings.Contains(text, foreign) {
			t.Errorf("the page has %q", foreign)
		}
	}
}

func TestHTML_HasEverything(t *testing.T) {
	r := result(16)
	r.Warnings = []string{"Mind the gap."}
	text := page(t, r)
	for _, want := range []string{
		"Pooling did &lt;something&gt; &amp; more.", "Mind the gap.", "Test CPU", "go1.26", "GOGC=100", "20 November 2026", "redis lognormal:1.5ms,0.3",
		"prefers-color-scheme: dark", "width=device-width", "Latency by percentile", "Resident memory over time", "Live heap over time", "Reuse over time of the pool event", "Objects allocated, referenced and returned over time", "Objects in use over time",
		"latency, ms", "resident memory, MiB", "time under load, s", "reuse, %", "<h3>rcpool against good plain</h3>", `<td data-label="longest"><span>3.00 ms</span></td><td data-label="events lost"><span>1,500</span></td>`, "<h3>plain against good plain</h3>", "processors at 200/s", "Latencies     [mean, 50, 95, 99, max]", "How to read it", "99.78 %",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("the page does not say %q", want)
		}
	}
	for _, m := range experiment.Measures {
		if !strings.Contains(text, "<th>"+m.Name+"</th>") {
			t.Errorf("no row for %s", m.Name)
		}
	}
	// Every chart is there for wide screens and for narrow ones, with a curve for each variant; small ones have one drawing.
	for class, want := range map[string]int{"wide": 6, "narrow": 6, "small": 2} {
		if got := strings.Count(text, `<svg class="`+class+`"`); got != want {
			t.Errorf("%d %s drawings, want %d", got, class, want)
		}
	}
	if got := strings.Count(text, `<path class="curve twin"`); got != 8 {
		t.Errorf("%d curves of the twin or of returned objects, want 8", got)
	}
}

func TestNeeds_SaysWhatToCountOn(t *testing.T) {
	r := result(16)
	r.Setup.Serve, r.Setup.Price = 5000, 0.04
	for i := range r.Outcomes {
		r.Outcomes[i].Use = experiment.Use{CPUSeconds: 0.001 * float64(r.Outcomes[i].Load.Requests), PeakRSSBytes: 40 << 20}
	}
	for verdict, says := range map[experiment.Verdict][]string{
		experiment.Lower:   {"CPU time: rcpool takes 0.500× [0.450, 0.550] of what good plain does, so 2.50 processors less at 5000/s, and 73.0 less a month."},
		experiment.Same:    {"CPU time: rcpool and good plain differ by no more than the noise. Count on no saving."},
		experiment.Unknown: {"CPU time: there is no verdict. Count on nothing."},
	} {
		for i, c := range r.Comparisons {
			if c.Key == "cpu" {
				r.Comparisons[i].Others[1].Verdict = verdict
			}
		}
		var text strings.Builder
		if err := report.Text(&text, r); err != nil {
			t.Fatal(err)
		}
		html := page(t, r)
		told := strings.Join(strings.Fields(text.String()), " ")
		for _, want := range append(says, "processors at 5000/s", "price of a month") {
			if !strings.Contains(told, want) || !strings.Contains(html, want) {
				t.Errorf("%s: no %q in\n%s", verdict, want, &text)
			}
		}
		if !regexp.MustCompile(`(?m)^  rcpool +5\.00 +40 MiB +0\.278 h +118 ms +0\.0111 +146$`).MatchString(text.String()) {
			t.Errorf("no row of rcpool in\n%s", &text)
		}
	}
}

// What a single pool contributes has tables of its own, and there are none for each of the many variants.
func TestAblation_HasATableForEachSaving(t *testing.T) {
	r := result(16)
	share := func(x float64) figure.Estimate {
		return figure.Estimate{Median: x, Low: x - 0.05, High: x + 0.05, Rounds: 16}
	}
	bytes, p99 := r.Comparisons[4], r.Comparisons[2]
	r.Ablation = &experiment.Ablation{Savings: []experiment.Saving{
		{Measure: p99.Measure, All: p99.Of(experiment.Pooled), None: "no difference beyond the noise"},
		{Measure: bytes.Measure, All: bytes.Of(experiment.Pooled), Part: []experiment.Part{{Pool: "gzip", Alone: share(0.9), Lost: share(0.8)}}},
	}}
	var text strings.Builder
	if err := report.Text(&text, r); err != nil {
		t.Fatal(err)
	}
	html := page(t, r)
	for _, want := range []string{"latency p99: all pools together 0.500× [0.450, 0.550]; no difference beyond the noise, so there is nothing to share", "allocated bytes per request: all pools together 0.500×"} {
		if !strings.Contains(text.String(), want) || !strings.Contains(html, want) {
			t.Errorf("no %q in\n%s", want, &text)
		}
	}
	if !regexp.MustCompile(`(?m)^  gzip  90 % \[85, 95\]  80 % \[75, 85\]$`).MatchString(text.String()) || !strings.Contains(html, "<span>90 % [85, 95]</span>") {
		t.Errorf("no row of the pool in\n%s", &text)
	}
	shares := report.Summarize(r, "").Shares()
	for _, want := range []string{
		"| | allocated bytes per request: alone | missing |\n|---|---:|---:|\n| all pools, against plain | **0.500×** [0.450, 0.550] | |\n| gzip | 90 % [85, 95] | 80 % [75, 85] |\n",
		"in what has no shares: latency p99 0.500× [0.450, 0.550], no difference beyond the noise.\n",
	} {
		if !strings.Contains(shares, want) {
			t.Errorf("no %q in\n%s", want, shares)
		}
	}
	if strings.Contains(text.String(), "Error Set") || strings.Contains(html, "Error Set") || strings.Contains(html, "plain against good plain") {
		t.Error("there are tables for single variants")
	}
}

// Whatever was measured, the page must be one: numbers that do not exist would break a drawing.
func TestHTML_DrawsOnlyNumbers(t *testing.T) {
	empty := &experiment.Result{Finding: "Nothing was measured.", Setup: result(0).Setup}
	strange := result(16)
	strange.Comparisons[0].Others[1].Effect = figure.Estimate{Median: math.Inf(1), Low: 0, High: math.Inf(1), Rounds: 16}
	strange.Comparisons[1].Others[1].Effect = figure.Median(nil)
	strange.Comparisons[2].Others[1].Effect = figure.Estimate{Median: 1e-9, Low: 1e-10, High: 1e9, Rounds: 16}
	for name, r := range map[string]*experiment.Result{"empty": empty, "no round": result(0), "one round": result(1), "strange": strange} {
		text := page(t, r)
		for _, drawing := range regexp.MustCompile(`(?s)<svg.*?</svg>`).FindAllString(text, -1) {
			attributes := regexp.MustCompile(`(x|y|x1|x2|y1|y2|cx|cy|width|height|d|viewBox)="[^"]*"`).FindAllString(drawing, -1)
			for _, a := range attributes {
				if strings.Contains(a, "NaN") || strings.Contains(a, "Inf") || strings.Contains(a, "ZgotmplZ") {
					t.Errorf("%s: %s", name, a)
				}
			}
			if regexp.MustCompile(`(width|height)="-`).MatchString(drawing) {
				t.Errorf("%s: a negative size in %.200s", name, drawing)
			}
		}
	}
}

func TestSummary_ComesBackAndHasTheTables(t *testing.T) {
	before := report.Summarize(result(16), "go run ./lab")
	file := filepath.Join(t.TempDir(), "lab.json")
	if err := summary.WriteFile(file, before.Write); err != nil {
		t.Fatal(err)
	}
	var after report.Summary
	if err := summary.ReadJSON(file, &after); err != nil {
		t.Fatal(err)
	}
	if after.Comparison() != before.Comparison() || after.LatencyTable() != before.LatencyTable() || after.PoolTable() != before.PoolTable() || after.Ratios() != before.Ratios() {
		t.Errorf("it came back as\n%s%s%s", after.Comparison(), after.LatencyTable(), after.PoolTable())
	}
	for _, want := range []string{"abc1234", "2026-11-20", "Test CPU"} {
		if !strings.Contains(after.Run.Conditions(), want) {
			t.Errorf("%q is not in %q", want, after.Run.Conditions())
		}
	}
	for table, want := range map[string]string{
		after.Comparison():   "| GC cycles per 1,000 requests | 0.0600 | 0.0400 | 0.0200 | **0.500×** [0.450, 0.550] | 1.01× [0.970, 1.04] | lower |\n",
		after.Ratios():       "| GC cycles per 1,000 requests | **1.50×** [1.45, 1.55], higher | **0.500×** [0.450, 0.550], lower |\n",
		after.AgainstBase():  "| GC cycles per 1,000 requests | 0.0400 | 0.0600, **1.50×** [1.45, 1.55] | 0.0200, **0.500×** [0.450, 0.550] |\n",
		after.LatencyTable(): "| rcpool | 1,600 | 100 % | 69.5 ms |",
		after.PoolTable():    "| event | 4,500 | 10 | 99.78 % | 3 | 0 |\n",
	} {
		if !strings.Contains(table, want) {
			t.Errorf("%q is not in\n%s", want, table)
		}
	}
}

func TestSummary_ValuesAndLeases(t *testing.T) {
	s := report.Summarize(result(16), "")
	for v, want := range map[experiment.Variant]float64{experiment.Plain: 0.06, experiment.Good: 0.04, experiment.Pooled: 0.02} {
		if got, err := s.Value("gc", v); err != nil || math.Abs(got-want) > 1e-9 {
			t.Errorf("%s: %v, %v; want %v", v, got, err, want)
		}
	}
	if got, err := s.Value("steps", experiment.Plain); err == nil {
		t.Errorf("a figure that there is not is %v", got)
	}
	if got := s.Leases(); got != 5400.0/1600 {
		t.Errorf("%v objects for a request", got)
	}
	if got := (report.Summary{}).Leases(); got != 0 {
		t.Errorf("%v objects for no request", got)
	}
}

func TestSummary_Widest(t *testing.T) {
	r := result(16)
	r.Comparisons[3].Noise = figure.Estimate{Median: 0.7, Low: 0.63, High: 0.83, Rounds: 16}
	if got := report.Summarize(r, "").Widest(); got.Key != r.Comparisons[3].Key {
		t.Errorf("the widest A/A interval is that of %s", got.Key)
	}
}
