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
)

func open(t *testing.T) *rounds.Set {
	t.Helper()
	file, err := os.Open("testdata/results.txt")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	set, err := rounds.Read(file, file.Name())
	if err != nil {
		t.Fatal(err)
	}
	return set
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
		if n := strings.Count(out.String(), "\n"+once) + strings.Count(out.String()[:6], once); n != 1 {
			t.Errorf("%q is there %d times in:\n%s", once, n, out.String())
		}
	}
	set, err := rounds.Read(&out, "out")
	if err != nil {
		t.Fatal(err)
	}
	if row := set.Rows("pool")[0]; len(row.Values("none", "sec/op")) != 3 || len(row.Values("sync", "allocs/op")) != 3 {
		t.Errorf("read back: %v", row)
	}
}

func TestMeasure_SaysWhatWentWrong(t *testing.T) {
	for name, test := range map[string]struct {
		plan rounds.Plan
		want string
	}{
		"a benchmark fails": {rounds.Plan{Package: "testdata/tiny", Bench: "Skipped"}, "this is to be skipped"},
		"there is none":     {rounds.Plan{Package: "testdata/tiny", Bench: "NoSuch"}, "none of them ran"},
		"no package":        {rounds.Plan{Package: "testdata"}, "compiling"},
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

func TestRead_RefusesWhatHasNoResults(t *testing.T) {
	for _, text := range []string{"", "goos: linux\n", "Hello\n"} {
		if _, err := rounds.Read(strings.NewReader(text), "text"); err == nil {
			t.Errorf("read %q", text)
		}
	}
}

func TestSet_KeepsPackagesApart(t *testing.T) {
	set := open(t)
	var names []string
	for _, row := range set.Rows("pool") {
		names = append(names, row.Package+" "+row.Name)
	}
	if want := []string{"example.com/one Lease", "example.com/one Grow/size=4", "example.com/two Lease"}; !slices.Equal(names, want) {
		t.Errorf("rows are %q", names)
	}
	if got := set.Rows("pool")[1].Part["size"]; got != "4" {
		t.Errorf("size=%s", got)
	}
	if got := set.Variants("pool"); !slices.Equal(got, []string{"sync", "rcpool"}) {
		t.Errorf("variants are %q", got)
	}
	if got := set.Config("cpu"); got != "Some CPU" {
		t.Errorf("cpu is %q", got)
	}
}

// The first took 10 to 40 ns, as the machine was slow, and the second always half
// as much again: of rounds that are pairs the ratio is exact.
func TestRatio_IsOfTheSameRound(t *testing.T) {
	row := open(t).Rows("pool")[0]
	ratio := rounds.Ratio(row.Values("rcpool", "sec/op"), row.Values("sync", "sec/op"))
	for _, got := range []float64{ratio.Median, ratio.Low, ratio.High} {
		if math.Abs(got-1.5) > 1e-9 {
			t.Errorf("the ratio is %v", ratio)
		}
	}
	if e := rounds.Median(row.Values("sync", "sec/op")); !(e.Low < e.Median && e.Median < e.High) {
		t.Errorf("the time is %v", e)
	}
}

func TestRatio_LeavesOutWhatIsZero(t *testing.T) {
	if got := rounds.Ratio([]float64{0, 3, 5}, []float64{1, 0, 2}); got.Median != 2.5 {
		t.Errorf("%v", got)
	}
	if got := rounds.Ratio(nil, []float64{1}); !math.IsNaN(got.Median) || got.Known() {
		t.Errorf("%v of nothing", got)
	}
}

func TestMedian_HasNoIntervalOfFewRounds(t *testing.T) {
	values := []float64{5, 1, 4, 2, 3, 6}
	if e := rounds.Median(values[:rounds.MinRounds-1]); e.Known() || e.Median != 3 {
		t.Errorf("of five: %v", e)
	}
	if e := rounds.Median(values); !e.Known() || e != (rounds.Estimate{Median: 3.5, Low: 1, High: 6}) {
		t.Errorf("of six: %v", e)
	}
	if !slices.Equal(values, []float64{5, 1, 4, 2, 3, 6}) {
		t.Error("Median has sorted its argument")
	}
}

func TestTable_Markdown(t *testing.T) {
	set := open(t)
	for name, test := range map[string]struct {
		table rounds.Table
		want  string
	}{
		"times": {rounds.Table{Set: set, Key: "pool", Variants: []string{"sync", "rcpool", "absent"}, Match: "^Grow", Unit: "sec/op"}, `
| | sync | rcpool |
|---|---:|---:|
| Grow/size=4 | 2.00 µs [1.90 µs, 2.10 µs] | 510 ns, **0.252×** [0.250, 0.289] |
`},
		"bytes": {rounds.Table{Set: set, Key: "pool", Match: "^Grow", Unit: "B/op"}, `
| | sync | rcpool |
|---|---:|---:|
| Grow/size=4 | 4 KiB | 24 B |
`},
		"others after those that are named": {rounds.Table{Set: set, Key: "pool", Variants: []string{"rcpool"}, Match: "^Grow", Unit: "allocs/op"}, `
| | rcpool | sync |
|---|---:|---:|
| Grow/size=4 | 0 | 1 |
`},
		"packages": {rounds.Table{Set: set, Key: "pool", Match: "^Lease", Unit: "allocs/op"}, `
| | sync | rcpool |
|---|---:|---:|
| one: Lease | 0 | 0 |
| two: Lease |  |  |
`},
	} {
		t.Run(name, func(t *testing.T) {
			got, err := test.table.Markdown()
			if err != nil || got != test.want[1:] {
				t.Errorf("%v:\n%s", err, got)
			}
		})
	}
	if _, err := (rounds.Table{Set: set, Key: "pool", Match: "NoSuch", Unit: "sec/op"}).Markdown(); err == nil {
		t.Error("a table of nothing is no error")
	}
}

func TestDigits(t *testing.T) {
	for x, want := range map[float64]string{0: "0", 3: "3", 0.01234: "0.0123", 1.0449: "1.04", 9.999: "10.0", 45.67: "45.7", 789.4: "789", 12345: "12300", 1e-9: "0.00000000100"} {
		if got := rounds.Digits(x); got != want {
			t.Errorf("%v is written %s instead of %s", x, got, want)
		}
	}
}

func TestQuantity(t *testing.T) {
	for _, test := range []struct {
		value float64
		unit  string
		want  string
	}{
		{14.23e-9, "sec/op", "14.2 ns"}, {0.9999e-6, "sec/op", "1.00 µs"}, {2.5e-3, "sec/op", "2.50 ms"}, {1.5, "sec/op", "1.50 s"},
		{0, "B/op", "0 B"}, {96, "B/op", "96 B"}, {807088, "B/op", "788 KiB"}, {3 << 20, "B/op", "3 MiB"}, {17, "allocs/op", "17"},
	} {
		if got := rounds.Quantity(test.value, test.unit); got != test.want {
			t.Errorf("%v %s is written %s instead of %s", test.value, test.unit, got, test.want)
		}
	}
}
