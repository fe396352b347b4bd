package rounds

import (
	"fmt"
	"math"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// A Table compares the variants of benchmarks.
type Table struct {
	Set      *Set
	Key      string   // of the variants: pool
	Variants []string // whose columns come first, that of the base of the ratios at the head
	Match    string   // what the names of the rows match; default all
	Unit     string   // sec/op, B/op, or allocs/op
}

// Markdown writes the table. Of times the base has its median with its interval,
// and the others have theirs with the ratio to the base and the interval of
// that; of what is counted all have the median. If there are benchmarks of
// several packages, their names begin with that of the package.
func (t Table) Markdown() (string, error) {
	match, err := regexp.Compile(t.Match)
	if err != nil {
		return "", err
	}
	var rows []Row
	for _, row := range t.Set.Rows(t.Key) {
		if match.MatchString(row.Name) {
			rows = append(rows, row)
		}
	}
	if len(rows) == 0 {
		return "", fmt.Errorf("there is no benchmark %q with variants by %s", t.Match, t.Key)
	}
	variants := slices.Clone(t.Variants)
	for _, v := range t.Set.Variants(t.Key) {
		if !slices.Contains(variants, v) {
			variants = append(variants, v)
		}
	}
	variants = slices.DeleteFunc(variants, func(v string) bool {
		return !slices.ContainsFunc(rows, func(r Row) bool { return r.Variants[v] != nil })
	})

	several := slices.ContainsFunc(rows, func(r Row) bool { return r.Package != rows[0].Package })
	var page strings.Builder
	fmt.Fprintf(&page, "| |%s\n|---|%s\n", cells(variants), strings.Repeat("---:|", len(variants)))
	for _, row := range rows {
		var texts []string
		base := row.Values(variants[0], t.Unit)
		for i, v := range variants {
			values := row.Values(v, t.Unit)
			switch {
			case len(values) == 0:
				texts = append(texts, "")
			case t.Unit != "sec/op":
				texts = append(texts, Quantity(Median(values).Median, t.Unit))
			case i == 0 || len(base) == 0:
				texts = append(texts, alone(values, t.Unit))
			default:
				texts = append(texts, against(values, base, t.Unit))
			}
		}
		name := row.Name
		if several {
			name = path.Base(row.Package) + ": " + name
		}
		fmt.Fprintf(&page, "| %s |%s\n", name, cells(texts))
	}
	return page.String(), nil
}

// Values are those of a variant in a unit, in the order of the rounds; nil if there
// are none.
func (r Row) Values(variant, unit string) []float64 {
	if samples := r.Variants[variant]; samples != nil {
		return (*samples)[unit]
	}
	return nil
}

func cells(texts []string) string {
	var line strings.Builder
	for _, text := range texts {
		line.WriteString(" " + text + " |")
	}
	return line.String()
}

// alone is a median with its interval, if the values differ.
func alone(values []float64, unit string) string {
	e := Median(values)
	if !e.Known() || e.Low == e.High {
		return Quantity(e.Median, unit)
	}
	return fmt.Sprintf("%s [%s, %s]", Quantity(e.Median, unit), Quantity(e.Low, unit), Quantity(e.High, unit))
}

func against(values, base []float64, unit string) string {
	ratio := Ratio(values, base)
	if math.IsNaN(ratio.Median) {
		return Quantity(Median(values).Median, unit)
	}
	return Quantity(Median(values).Median, unit) + ", " + Times(ratio)
}

// Times writes a ratio with its interval: **1.31×** [1.25, 1.40].
func Times(ratio Estimate) string {
	text := "**" + Digits(ratio.Median) + "×**"
	if ratio.Known() && ratio.Low != ratio.High {
		text += fmt.Sprintf(" [%s, %s]", Digits(ratio.Low), Digits(ratio.High))
	}
	return text
}

// Quantity writes a value with its unit: 14.2 ns, 807 KiB, 3.
func Quantity(value float64, unit string) string {
	switch unit {
	case "sec/op":
		for _, scale := range []struct {
			of   float64
			name string
		}{{1, "s"}, {1e-3, "ms"}, {1e-6, "µs"}} {
			if value >= scale.of*0.9995 {
				return Digits(value/scale.of) + " " + scale.name
			}
		}
		return Digits(value*1e9) + " ns"
	case "B/op":
		for _, scale := range []struct {
			of   float64
			name string
		}{{1 << 20, "MiB"}, {1 << 10, "KiB"}} {
			if value >= scale.of*0.9995 {
				return Digits(value/scale.of) + " " + scale.name
			}
		}
		return Digits(value) + " B"
	}
	return Digits(value)
}

// Digits writes a number with three digits that count: 0.0123, 1.02, 45.6, 789, 12300;
// and one that has no fraction without one.
func Digits(x float64) string {
	if x == 0 || math.IsInf(x, 0) || math.IsNaN(x) || x == math.Trunc(x) && math.Abs(x) < 1000 {
		return strconv.FormatFloat(x, 'f', -1, 64)
	}
	rounded, _ := strconv.ParseFloat(strconv.FormatFloat(x, 'e', 2, 64), 64)
	decimals := 2 - int(math.Floor(math.Log10(math.Abs(rounded))))
	return strconv.FormatFloat(rounded, 'f', max(decimals, 0), 64)
}
