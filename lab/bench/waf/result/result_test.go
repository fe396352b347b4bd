package result_test

import (
	"bytes"
	"strings"
	"testing"

	"github.com/rcpool/rcpool/lab/bench/rounds"
	"github.com/rcpool/rcpool/lab/bench/waf/result"
	"github.com/rcpool/rcpool/lab/internal/machine"
	"github.com/rcpool/rcpool/lab/internal/summary"
)

// section is what comes of three made-up rounds.
func section(t *testing.T) string {
	t.Helper()
	var runs []result.Run
	for _, seconds := range []float64{1, 2, 4} {
		for i, v := range result.Variants {
			runs = append(runs, result.Run{
				Variant: v.Name, Requests: 1000, Seconds: seconds / float64(i+1), Mallocs: 2000, Bytes: 3 << 20, CPU: 0.5, PeakRSS: 100 << 20,
				Latency: result.Latency{P50: 500, P90: 600, P99: 700, Max: 1200}, GCs: 10, PauseTotal: 2e6, PauseMax: 1e6, Leases: 1100, Fresh: 60,
			})
		}
	}
	how := summary.Run{Date: "2026-11-20", Machine: machine.Machine{CPU: "Some CPU", Processors: 2, Go: "go1.26.8"}, Rounds: 3, Command: "go run ./lab/bench/waf",
		Notes: map[string]string{"path": "/?a=1&b=2", "concurrency": "10"}}
	var file bytes.Buffer
	if err := result.Write(&file, how, runs); err != nil {
		t.Fatal(err)
	}
	s, err := rounds.Summarize(&file, "waf.txt", result.Comparison)
	if err != nil {
		t.Fatal(err)
	}
	text, err := result.Section(s)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

func TestSection_HasMediansAndRatios(t *testing.T) {
	text := section(t)
	for _, want := range []string{
		"2026-11-20", "(Some CPU)", "`GET /?a=1&b=2`", "10 at a time",
		"| requests per second | 500 (250–1,000) | 1,000 (500–2,000) | 1,500 (750–3,000) |",
		"| requests per second | **2.00×** | **3.00×** |",
		"| latency, longest | 1.20 s |",
		"| CPU time per request | 500 µs |",
		"| allocations per request | 2 |",
		"| peak RSS | 100 MiB |",
		"Of 1,100 leases in a run, 60 were of a newly allocated transaction.",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("%q is not in\n%s", want, text)
		}
	}
}
