package summary

import (
	"fmt"
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/rcpool/rcpool/lab/internal/figure"
)

// A Table compares the variants of benchmarks, in Markdown.
type Table struct {
	Section  *Section
	Variants []Column // in this order; the ratios are to the first. The others of the section come after them
	Match    string   // what the names of the benchmarks match; default all
	Unit     string
}

// A Column is a variant, a benchmark or a unit, and how the table calls it.
type Column struct{ Name, Title string }

// Columns reads columns from a text: "none; sync = sync.Pool; rcpool". Without a
// title a column is called by its name.
func Columns(text string) []Column {
	var all []Column
	for part := range strings.SplitSeq(text, ";") {
		name, title, ok := strings.Cut(strings.TrimSpace(part), " = ")
		if !ok {
			title = name
		}
		if name != "" {
			all = append(all, Column{strings.TrimSpace(name), strings.TrimSpace(title)})
		}
	}
	return all
}

// Rows writes a row for each benchmark and a column for each variant. Of times
// the first variant has the median with its interval, and the others the median
// and the ratio with its interval; of everything else all have the median. If
// the benchmarks are of several packages, their names begin with the package.
func (t Table) Rows() (string, error) {
	match, err := regexp.Compile(t.Match)
	if err != nil {
		return "", err
	}
	var rows []Row
	for _, row := range t.Section.Rows {
		if match.MatchString(row.Name) {
			rows = append(rows, row)
		}
	}
	if len(rows) == 0 {
		return "", fmt.Errorf("there is no benchmark %q", t.Match)
	}
	variants := slices.Clone(t.Variants)
	for _, name := range t.Section.VariantNames() {
		if !slices.ContainsFunc(variants, func(c Column) bool { return c.Name == name }) {
			variants = append(variants, Column{name, name})
		}
	}
	variants = slices.DeleteFunc(variants, func(c Column) bool {
		return !slices.ContainsFunc(rows, func(r Row) bool { _, ok := r.Variant(c.Name); return ok })
	})
	several := slices.ContainsFunc(rows, func(r Row) bool { return r.Package != rows[0].Package })
	page := newPage(variants)
	for _, row := range rows {
		name := row.Name
		if several {
			name = path.Base(row.Package) + ": " + name
		}
		var cells []string
		for _, v := range variants {
			cells = append(cells, cell(row, v.Name, variants[0].Name, t.Unit))
		}
		page.row(name, cells)
	}
	return page.String(), nil
}

// Across writes a row for each variant and a column for each of the benchmarks.
func (t Table) Across(benchmarks []Column) (string, error) {
	page := newPage(benchmarks)
	for _, v := range t.Variants {
		var cells []string
		for _, b := range benchmarks {
			row, err := t.Section.Row(b.Name)
			if err != nil {
				return "", err
			}
			if _, err := row.Median(v.Name, t.Unit); err != nil {
				return "", err
			}
			cells = append(cells, cell(row, v.Name, t.Variants[0].Name, t.Unit))
		}
		page.row(v.Title, cells)
	}
	return page.String(), nil
}

// Measures writes a row for each of the units of one benchmark, and a column for
// each variant: medians with their bounds, or, if ratios is set, the ratios to
// the first variant, which has no column then.
func (t Table) Measures(benchmark string, units []Column, ratios bool) (string, error) {
	row, err := t.Section.Row(benchmark)
	if err != nil {
		return "", err
	}
	variants := t.Variants
	if ratios {
		variants = variants[1:]
	}
	page := newPage(variants)
	for _, unit := range units {
		var cells []string
		for _, v := range variants {
			text := ""
			if ratios {
				e, err := row.Ratio(v.Name, t.Variants[0].Name, unit.Name)
				if err != nil {
					return "", err
				}
				text = figure.Times(e)
			} else {
				e, err := row.Median(v.Name, unit.Name)
				if err != nil {
					return "", err
				}
				text = alone(e, unit.Name)
			}
			cells = append(cells, text)
		}
		page.row(unit.Title, cells)
	}
	return page.String(), nil
}

// cell is a variant's figure beside that of the base: empty if there is none.
func cell(row Row, variant, base, unit string) string {
	e, err := row.Median(variant, unit)
	if err != nil {
		return ""
	}
	if unit != figure.Seconds {
		return figure.Quantity(e.Median, unit)
	}
	if ratio, err := row.Ratio(variant, base, unit); err == nil && variant != base {
		return figure.Quantity(e.Median, unit) + ", " + figure.Times(ratio)
	}
	return alone(e, unit)
}

// alone is a median with its bounds.
func alone(e figure.Estimate, unit string) string {
	return strings.TrimSpace(figure.Quantity(e.Median, unit) + " " + figure.Interval(e, unit))
}

// A page is a table in Markdown.
type page struct{ strings.Builder }

func newPage(columns []Column) *page {
	p := &page{}
	var titles []string
	for _, c := range columns {
		titles = append(titles, c.Title)
	}
	p.row("", titles)
	p.WriteString("|---|" + strings.Repeat("---:|", len(columns)) + "\n")
	return p
}

func (p *page) row(name string, cells []string) {
	fmt.Fprintf(p, "%s", strings.TrimRight("| "+name, " ")+" |")
	for _, c := range cells {
		fmt.Fprintf(p, " %s |", c)
	}
	p.WriteString("\n")
}
