package summary_test

import (
	"reflect"
	"testing"

	"github.com/rcpool/rcpool/lab/internal/figure"
	"github.com/rcpool/rcpool/lab/internal/summary"
)

func exactly(x float64) figure.Estimate {
	return figure.Estimate{Median: x, Low: x, High: x, Rounds: 6}
}

// sample is a made-up section: two benchmarks of one package, and one of another.
func sample() *summary.Section {
	ns := func(median, low, high float64) summary.Estimates {
		return summary.Estimates{figure.Seconds: {Median: median * 1e-9, Low: low * 1e-9, High: high * 1e-9, Rounds: 6}, figure.Allocs: exactly(1), figure.Bytes: exactly(4096)}
	}
	against := func(base string, median, low, high float64) map[string]summary.Estimates {
		return map[string]summary.Estimates{base: {figure.Seconds: {Median: median, Low: low, High: high, Rounds: 6}}}
	}
	return &summary.Section{Key: "pool", Run: summary.Run{Date: "2026-11-20", Rounds: 6, Benchtime: "100ms", Notes: map[string]string{"load": "ab <2.3>"}}, Rows: []summary.Row{
		{Package: "example.com/one", Name: "Lease", Variants: []summary.Variant{
			{Name: "rcpool", Values: ns(15, 14, 16), Ratios: against("sync", 1.5, 1.4, 1.6)},
			{Name: "sync", Values: ns(10, 9, 11)},
		}},
		{Package: "example.com/one", Name: "Grow/size=4", Variants: []summary.Variant{
			{Name: "sync", Values: ns(2000, 1900, 2100)},
			{Name: "rcpool", Values: ns(510, 500, 600), Ratios: against("sync", 0.252, 0.25, 0.289)},
		}},
		{Package: "example.com/two", Name: "Lease", Variants: []summary.Variant{{Name: "sync", Values: summary.Estimates{figure.Seconds: exactly(7e-9)}}}},
	}}
}

func TestTable(t *testing.T) {
	across := func(benchmarks string) func(summary.Table) (string, error) {
		return func(t summary.Table) (string, error) { return t.Across(summary.Columns(benchmarks)) }
	}
	measures := func(ratios bool) func(summary.Table) (string, error) {
		return func(t summary.Table) (string, error) {
			return t.Measures("Lease", summary.Columns("sec/op = time"), ratios)
		}
	}
	for _, test := range []struct {
		name  string
		table summary.Table
		write func(summary.Table) (string, error)
		want  string
	}{
		{"times", summary.Table{Variants: summary.Columns("sync; rcpool; absent"), Match: "^Grow", Unit: figure.Seconds}, summary.Table.Rows, `
| | sync | rcpool |
|---|---:|---:|
| Grow/size=4 | 2.00 µs [1.90 µs, 2.10 µs] | 510 ns, **0.252×** [0.250, 0.289] |
`},
		{"bytes", summary.Table{Match: "^Grow", Unit: figure.Bytes}, summary.Table.Rows, `
| | rcpool | sync |
|---|---:|---:|
| Grow/size=4 | 4 KiB | 4 KiB |
`},
		{"others after those that are named", summary.Table{Variants: summary.Columns("sync = by hand"), Match: "^Grow", Unit: figure.Allocs}, summary.Table.Rows, `
| | by hand | rcpool |
|---|---:|---:|
| Grow/size=4 | 1 | 1 |
`},
		{"packages", summary.Table{Variants: summary.Columns("sync"), Match: "^Lease", Unit: figure.Allocs}, summary.Table.Rows, `
| | sync | rcpool |
|---|---:|---:|
| one: Lease | 1 | 1 |
| two: Lease |  |  |
`},
		{"across", summary.Table{Variants: summary.Columns("sync = sync.Pool; rcpool"), Unit: figure.Seconds}, across("Lease = a lease; Grow/size=4"), `
| | a lease | Grow/size=4 |
|---|---:|---:|
| sync.Pool | 10.0 ns [9.00 ns, 11.0 ns] | 2.00 µs [1.90 µs, 2.10 µs] |
| rcpool | 15.0 ns, **1.50×** [1.40, 1.60] | 510 ns, **0.252×** [0.250, 0.289] |
`},
		{"measures", summary.Table{Variants: summary.Columns("sync; rcpool")}, measures(false), `
| | sync | rcpool |
|---|---:|---:|
| time | 10.0 ns [9.00 ns, 11.0 ns] | 15.0 ns [14.0 ns, 16.0 ns] |
`},
		{"ratios", summary.Table{Variants: summary.Columns("sync; rcpool")}, measures(true), `
| | rcpool |
|---|---:|
| time | **1.50×** [1.40, 1.60] |
`},
	} {
		test.table.Section = sample()
		if got, err := test.write(test.table); err != nil || got != test.want[1:] {
			t.Errorf("%s: %v\n%s", test.name, err, got)
		}
	}
}

func TestTable_RefusesWhatIsNotThere(t *testing.T) {
	table := summary.Table{Section: sample(), Variants: summary.Columns("sync; absent"), Unit: figure.Seconds}
	for name, write := range map[string]func() (string, error){
		"no benchmark":            func() (string, error) { return summary.Table{Section: sample(), Match: "NoSuch"}.Rows() },
		"no pattern":              func() (string, error) { return summary.Table{Section: sample(), Match: "("}.Rows() },
		"no benchmark across":     func() (string, error) { return table.Across(summary.Columns("NoSuch")) },
		"no variant across":       func() (string, error) { return table.Across(summary.Columns("Lease")) },
		"no benchmark's measures": func() (string, error) { return table.Measures("NoSuch", nil, false) },
		"no variant's measures":   func() (string, error) { return table.Measures("Lease", summary.Columns("sec/op"), false) },
		"no unit's ratios":        func() (string, error) { return table.Measures("Lease", summary.Columns("B/op"), true) },
	} {
		if text, err := write(); err == nil {
			t.Errorf("%s is no error:\n%s", name, text)
		}
	}
}

func TestColumns(t *testing.T) {
	want := []summary.Column{{Name: "none", Title: "none"}, {Name: "use=full", Title: "fills it"}, {Name: "sync", Title: "sync.Pool"}}
	if got := summary.Columns("none; use=full = fills it ;sync = sync.Pool;"); !reflect.DeepEqual(got, want) {
		t.Errorf("got %q", got)
	}
}
