package rounds_test

import (
	"bytes"
	"context"
	"math"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/rcpool/rcpool/lab/bench/rounds"
	"github.com/rcpool/rcpool/lab/internal/figure"
	"github.com/rcpool/rcpool/lab/internal/summary"
)

var byPool = rounds.Comparison{Key: "pool", Bases: []string{"sync"}}

// open summarizes results that are made up.
func open(t *testing.T) *summary.Section {
	t.Helper()
	file, err := os.Open("testdata/results.txt")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	section, err := rounds.Summarize(file, file.Name(), byPool)
	if err != nil {
		t.Fatal(err)
	}
	return section
}

func TestMeasure_RunsAllInEachRound(t *testing.T) {
	var out bytes.Buffer
	var seen []int
	plan := rounds.Plan{Package: "testdata/tiny", Skip: "Skipped", Benchtime: time.Microsecond}
	err := rounds.Measure(t.Context(), &out, []rounds.Plan{plan}, 3, func(round int) { seen = append(seen, round) })
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(seen, []int{1, 2, 3}) {
		t.Errorf("progress was told of rounds %v", seen)
	}
	var order []string
	for line := range strings.Lines(out.String()) {
		if _, rest, ok := strings.Cut(line, "/pool="); ok {
			order = append(order, rest[:4])
		}
	}
	if want := []string{"none", "sync", "none", "sync", "none", "sync"}; !slices.Equal(order, want) {
		t.Errorf("ran in the order %v", order)
	}
	for _, once := range []string{"date: ", "go: go", "processors: ", "rounds: 3\n", "benchtime: 1µs\n", "pkg: ", "goos: "} {
		if n := strings.Count("\n"+out.String(), "\n"+once); n != 1 {
			t.Errorf("%q is there %d times in:\n%s", once, n, out.String())
		}
	}
	section, err := rounds.Summarize(&out, "out", rounds.Comparison{Key: "pool"})
	if err != nil {
		t.Fatal(err)
	}
	for _, variant := range []string{"none", "sync"} {
		if e, err := section.Rows[0].Median(variant, figure.Seconds); err != nil || e.Rounds != 3 {
			t.Errorf("read back: %v, %v", e, err)
		}
	}
	if r := section.Run; r.Rounds != 3 || r.Benchtime != "1µs" || r.Date == "" || r.Go == "" || r.Processors < 1 || len(r.Notes) > 0 {
		t.Errorf("the run is %+v", r)
	}
}

func TestMeasure_SaysWhatWentWrong(t *testing.T) {
	for name, test := range map[string]struct {
		plan rounds.Plan
		want string
	}{
		"a benchmark fails": {rounds.Plan{Package: "testdata/tiny", Bench: "Skipped"}, "this is to be skipped"},
		"there is none":     {rounds.Plan{Package: "testdata/tiny", Bench: "NoSuch"}, "none of them ran"},
		"no package":        {rounds.Plan{Package: "testdata"}, "compile"},
	} {
		t.Run(name, func(t *testing.T) {
			test.plan.Benchtime = time.Microsecond
			err := rounds.Measure(t.Context(), new(bytes.Buffer), []rounds.Plan{test.plan}, 1, func(int) {})
			if err == nil || !strings.Contains(err.Error(), test.want) {
				t.Errorf("the error is %v", err)
			}
		})
	}
}

func TestMeasure_StopsWhenInterrupted(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	plan := rounds.Plan{Package: "testdata/tiny", Skip: "Skipped", Benchtime: time.Microsecond}
	if err := rounds.Measure(ctx, new(bytes.Buffer), []rounds.Plan{plan}, 1000, func(int) { cancel() }); err == nil {
		t.Error("it went on")
	}
}

func TestSummarize_RefusesWhatHasNoVariants(t *testing.T) {
	for _, text := range []string{"", "goos: linux\n", "Hello\n", "BenchmarkLease 1 1 ns/op\n", "BenchmarkLease/pool=sync 1 x ns/op\n"} {
		if _, err := rounds.Summarize(strings.NewReader(text), "text", byPool); err == nil {
			t.Errorf("%q is summarized", text)
		}
	}
}

func TestSummarize_KeepsPackagesApart(t *testing.T) {
	section := open(t)
	var names []string
	for _, row := range section.Rows {
		names = append(names, row.Package+" "+row.Name)
	}
	if want := []string{"example.com/one Lease", "example.com/one Grow/size=4", "example.com/two Lease"}; !slices.Equal(names, want) {
		t.Errorf("rows are %q", names)
	}
	if got := section.Rows[1].Part("size"); got != "4" {
		t.Errorf("size=%s", got)
	}
	if got := section.VariantNames(); !slices.Equal(got, []string{"sync", "rcpool"}) {
		t.Errorf("variants are %q", got)
	}
	if r := section.Run; r.CPU != "Some CPU" || r.Date != "2026-11-20" || r.Rounds != 6 || r.OS != "linux" {
		t.Errorf("the run is %+v", r)
	}
}

// The first took 10 to 40 ns, as the machine was slow, and the second always half as much again: the ratio of the
// same round is exact.
func TestSummarize_RatiosAreOfTheSameRound(t *testing.T) {
	row := open(t).Rows[0]
	ratio, err := row.Ratio("rcpool", "sync", figure.Seconds)
	if err != nil {
		t.Fatal(err)
	}
	for _, got := range []float64{ratio.Median, ratio.Low, ratio.High} {
		if math.Abs(got-1.5) > 1e-9 {
			t.Errorf("the ratio is %v", ratio)
		}
	}
	if e, err := row.Median("sync", figure.Seconds); err != nil || !(e.Low < e.Median && e.Median < e.High) {
		t.Errorf("the time is %v, %v", e, err)
	}
	for name, pair := range map[string][2]string{"a base that is not compared": {"sync", "rcpool"}, "a variant with itself": {"sync", "sync"}, "an absent variant": {"absent", "sync"}} {
		if e, err := row.Ratio(pair[0], pair[1], figure.Seconds); err == nil {
			t.Errorf("%s: %v", name, e)
		}
	}
	if e, err := row.Ratio("rcpool", "sync", figure.Bytes); err == nil {
		t.Errorf("the bytes were not to be compared: %v", e)
	}
}

// A round in which nothing happened has the same unit as the others.
func TestSummarize_ZeroOfAUnitThatIsScaled(t *testing.T) {
	const text = "BenchmarkX/pool=a 1 5 ns/op 0 pauses-ns\nBenchmarkX/pool=a 1 5 ns/op 2000 pauses-ns\n"
	section, err := rounds.Summarize(strings.NewReader(text), "text", rounds.Comparison{Key: "pool"})
	if err != nil {
		t.Fatal(err)
	}
	if e, err := section.Rows[0].Median("a", "pauses-sec"); err != nil || e.Rounds != 2 {
		t.Errorf("got %+v, %v, want both rounds", e, err)
	}
}
