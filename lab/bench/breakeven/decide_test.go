package breakeven_test

import (
	"bytes"
	"encoding/xml"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rcpool/rcpool/lab/bench/breakeven"
	"github.com/rcpool/rcpool/lab/bench/rounds"
	"github.com/rcpool/rcpool/lab/internal/figure"
	"github.com/rcpool/rcpool/lab/internal/summary"
)

var update = flag.Bool("update", false, "write the golden files anew")

func TestDecide(t *testing.T) {
	for name, test := range map[string]struct {
		ratio figure.Estimate
		want  breakeven.Verdict
	}{
		"far below":                {figure.Estimate{Median: 0.3, Low: 0.2, High: 0.4}, breakeven.Pays},
		"below by the margin":      {figure.Estimate{Median: 0.95, Low: 0.93, High: 0.99}, breakeven.Pays},
		"below by less":            {figure.Estimate{Median: 0.96, Low: 0.95, High: 0.97}, breakeven.Even},
		"below, the interval not":  {figure.Estimate{Median: 0.7, Low: 0.5, High: 1.01}, breakeven.Even},
		"below up to 1":            {figure.Estimate{Median: 0.7, Low: 0.5, High: 1}, breakeven.Even},
		"as much":                  {figure.Estimate{Median: 1, Low: 1, High: 1}, breakeven.Even},
		"above, the interval not":  {figure.Estimate{Median: 1.5, Low: 0.99, High: 2}, breakeven.Even},
		"above by less":            {figure.Estimate{Median: 1.04, Low: 1.01, High: 1.06}, breakeven.Even},
		"above":                    {figure.Estimate{Median: 1.05, Low: 1.01, High: 1.1}, breakeven.Costs},
		"far below, of few rounds": {figure.Estimate{Median: 0.1, Low: 0.1, High: 0.2, Rounds: -4}, breakeven.Unknown},
	} {
		test.ratio.Rounds += 8
		if got := breakeven.Decide(test.ratio); got != test.want {
			t.Errorf("%s: %v, and not %v", name, got, test.want)
		}
	}
}

func TestCurve_From(t *testing.T) {
	const p, e, c, u = breakeven.Pays, breakeven.Even, breakeven.Costs, breakeven.Unknown
	for _, test := range []struct {
		verdicts []breakeven.Verdict
		size     int
		ok       bool
	}{
		{[]breakeven.Verdict{c, e, p, p}, 64, true},
		{[]breakeven.Verdict{p, p, p, p}, 16, true},
		{[]breakeven.Verdict{p, c, e, p}, 128, true}, // what pays below does not count if there is more that does not
		{[]breakeven.Verdict{p, p, p, e}, 0, false},
		{[]breakeven.Verdict{c, c, c, c}, 0, false},
		{[]breakeven.Verdict{u, u, u, u}, 0, false},
		{nil, 0, false},
	} {
		var curve breakeven.Curve
		for i, v := range test.verdicts {
			curve.Points = append(curve.Points, breakeven.Point{Size: 16 << i, Verdict: v})
		}
		if size, ok := curve.From(); size != test.size || ok != test.ok {
			t.Errorf("%v: from %d, %v", test.verdicts, size, ok)
		}
	}
}

// results are some that are known: new(T) takes 1 ns a byte and 10 ns, a
// sync.Pool 60 ns and a byte in 100, rcpool half as much again; in rounds that
// are slower and slower. Beside 1M pointers new(T) takes twice as much.
func results(count int) string {
	var text strings.Builder
	fmt.Fprintf(&text, "date: 2026-11-20\ngo: go1.26.8\nprocessors: 2\nrounds: %d\nbenchtime: 200ms\ngoos: linux\ngoarch: amd64\npkg: example.com/breakeven\ncpu: Some CPU\n", count)
	for round := range count {
		slow := 1 + float64(round)/10
		for i, heap := range breakeven.Heaps {
			for size := 64 << 10; size >= 16; size /= 4 { // not in order
				noise := 1 + float64((round*7+size)%5-2)/100
				alone := (10 + float64(size)) * float64(i+1)
				pooled := 60 + float64(size)/100
				line := func(pool string, ns float64) {
					fmt.Fprintf(&text, "BenchmarkBreakeven/heap=%s/size=%d/pool=%s 1000 %.2f ns/op\n", heap, size, pool, ns*slow)
				}
				line("none", alone*noise)
				line("sync", pooled)
				line("rcpool", pooled*1.5)
			}
		}
	}
	return text.String()
}

func read(t *testing.T, text string) *summary.Section {
	t.Helper()
	section, err := rounds.Summarize(strings.NewReader(text), "results", rounds.Comparison{Key: breakeven.Key, Bases: breakeven.Bases})
	if err != nil {
		t.Fatal(err)
	}
	return section
}

func TestCurves(t *testing.T) {
	curves, err := breakeven.Curves(read(t, results(8)))
	if err != nil {
		t.Fatal(err)
	}
	type key struct{ heap, pool string }
	from := map[key]int{{"small", "sync"}: 64, {"small", "rcpool"}: 256, {"1M", "sync"}: 64, {"1M", "rcpool"}: 64}
	if len(curves) != len(from) {
		t.Fatalf("%d curves", len(curves))
	}
	for _, c := range curves {
		if got, _ := c.From(); got != from[key{c.Heap, c.Pool}] || !c.Known() {
			t.Errorf("%s %s pays from %d, known: %v", c.Heap, c.Pool, got, c.Known())
		}
		if c.Points[0].Size != 16 || c.Last().Size != 64<<10 {
			t.Errorf("%s %s is not in order", c.Heap, c.Pool)
		}
	}
	if curves[0].Points[0].Verdict != breakeven.Costs {
		t.Errorf("a sync.Pool of 16 B: %v", curves[0].Points[0])
	}
}

func TestCurves_SaysWhatIsMissing(t *testing.T) {
	for name, text := range map[string]string{
		"a heap": "BenchmarkBreakeven/heap=small/size=16/pool=none 1 1 ns/op\nBenchmarkBreakeven/heap=small/size=16/pool=sync 1 1 ns/op\nBenchmarkBreakeven/heap=small/size=16/pool=rcpool 1 1 ns/op\n",
		"a pool": "BenchmarkBreakeven/heap=small/size=16/pool=none 1 1 ns/op\n",
		"a size": "BenchmarkBreakeven/heap=small/size=big/pool=none 1 1 ns/op\nBenchmarkBreakeven/heap=small/size=big/pool=sync 1 1 ns/op\n",
	} {
		if _, err := breakeven.Curves(read(t, text)); err == nil {
			t.Errorf("%s is missing, and that is no error", name)
		}
	}
}

func TestPage(t *testing.T) {
	for name, rounds := range map[string]int{"choosing": 8, "few": 2} {
		var page bytes.Buffer
		if err := breakeven.Page(&page, read(t, results(rounds))); err != nil {
			t.Fatal(err)
		}
		golden(t, name+".md", page.Bytes())
	}
}

func TestPlot(t *testing.T) {
	for name, rounds := range map[string]int{"choosing": 8, "few": 2} {
		var plot bytes.Buffer
		if err := breakeven.Plot(&plot, read(t, results(rounds))); err != nil {
			t.Fatal(err)
		}
		golden(t, name+".svg", plot.Bytes())
		for d := xml.NewDecoder(&plot); ; {
			if _, err := d.Token(); errors.Is(err, io.EOF) {
				break
			} else if err != nil {
				t.Fatal("this is no XML:", err)
			}
		}
	}
}

func golden(t *testing.T, name string, got []byte) {
	t.Helper()
	file := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(file, got, 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Errorf("%s differs; if it should, run go test ./lab/bench/breakeven -update, and look at what changed. It is:\n%s", file, got)
	}
}

func TestObjects_AreGenerated(t *testing.T) {
	generator, err := filepath.Abs("generate.go")
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command("go", "run", generator)
	cmd.Dir = t.TempDir()
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	fresh, err := os.ReadFile(filepath.Join(cmd.Dir, "objects_test.go"))
	if err != nil {
		t.Fatal(err)
	}
	if kept, err := os.ReadFile("objects_test.go"); err != nil || !bytes.Equal(fresh, kept) {
		t.Error("objects_test.go is not what generate.go writes: run go generate ./lab/bench/breakeven")
	}
}
