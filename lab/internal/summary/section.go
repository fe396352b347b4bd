// Package summary keeps what a run of benchmarks measured as far as pages show
// it: for each benchmark and each variant of it the median of every unit with
// its interval, and the ratios to other variants.
package summary

import (
	"fmt"
	"io"
	"strings"

	"github.com/rcpool/rcpool/lab/internal/figure"
)

// A Section is the summary of one run.
type Section struct {
	Run  Run    `json:"run"`
	Key  string `json:"key"` // of the variants in the names of the benchmarks, such as pool
	Rows []Row  `json:"rows"`
}

// A Row is one benchmark in all its variants.
type Row struct {
	Package  string    `json:"package,omitempty"` // its import path
	Name     string    `json:"name"`              // without the part of the variant: Reset/reset=zero
	Variants []Variant `json:"variants"`
}

// A Variant is one way to do what the benchmark measures.
type Variant struct {
	Name   string               `json:"name"`
	Values map[string]Value     `json:"values"`           // by unit
	Ratios map[string]Estimates `json:"ratios,omitempty"` // by the variant they are relative to, and by unit
}

// Value and Estimates are figures, by unit where there are several.
type (
	Value     = figure.Estimate
	Estimates = map[string]figure.Estimate
)

// Row returns the benchmark of that name, and fails if there is none.
func (s *Section) Row(name string) (Row, error) {
	for _, r := range s.Rows {
		if r.Name == name {
			return r, nil
		}
	}
	return Row{}, fmt.Errorf("there is no benchmark %q", name)
}

// VariantNames returns the names of all variants, in the order of the rows.
func (s *Section) VariantNames() []string {
	var names []string
	seen := make(map[string]bool)
	for _, r := range s.Rows {
		for _, v := range r.Variants {
			if !seen[v.Name] {
				seen[v.Name] = true
				names = append(names, v.Name)
			}
		}
	}
	return names
}

// Variant returns a variant of the benchmark and whether there is one.
func (r Row) Variant(name string) (Variant, bool) {
	for _, v := range r.Variants {
		if v.Name == name {
			return v, true
		}
	}
	return Variant{}, false
}

// Part returns the value that a part of the name gives to key: 16 for size in
// Breakeven/size=16.
func (r Row) Part(key string) string {
	for part := range strings.SplitSeq(r.Name, "/") {
		if value, ok := strings.CutPrefix(part, key+"="); ok {
			return value
		}
	}
	return ""
}

// Median returns the figure of a variant in a unit, and fails if there is none.
func (r Row) Median(variant, unit string) (figure.Estimate, error) {
	v, _ := r.Variant(variant)
	e, ok := v.Values[unit]
	if !ok {
		return e, fmt.Errorf("%s has no %s of %s", r.Name, unit, variant)
	}
	return e, nil
}

// Ratio returns the ratio of a variant to another in a unit, and fails if there
// is none.
func (r Row) Ratio(variant, base, unit string) (figure.Estimate, error) {
	v, _ := r.Variant(variant)
	e, ok := v.Ratios[base][unit]
	if !ok {
		return e, fmt.Errorf("%s has no ratio of the %s of %s to %s", r.Name, unit, variant, base)
	}
	return e, nil
}

// Write writes the section as JSON, a benchmark on each line.
func (s *Section) Write(w io.Writer) error {
	return WriteObject(w, Field{"run", s.Run, nil}, Field{"key", s.Key, nil}, Field{"rows", nil, Items(s.Rows)})
}
