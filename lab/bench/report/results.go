package main

import (
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"strings"
	"text/template"

	"github.com/rcpool/rcpool/lab/bench/articles"
	peers "github.com/rcpool/rcpool/lab/bench/peers/result"
	"github.com/rcpool/rcpool/lab/bench/rounds"
	rss "github.com/rcpool/rcpool/lab/bench/rss/result"
	waf "github.com/rcpool/rcpool/lab/bench/waf/result"
	"github.com/rcpool/rcpool/lab/experiment"
	"github.com/rcpool/rcpool/lab/internal/figure"
	"github.com/rcpool/rcpool/lab/internal/summary"
	"github.com/rcpool/rcpool/lab/report"
)

// results are the summaries that the pages are written from. A section that was
// not measured has none.
type results struct {
	benchmarks  map[string]*summary.Section
	experiments map[string]*report.Summary
	mistakes    *peers.Result
	published   *summary.Section // what the articles published
}

// errMissing is that of a section that was not measured.
var errMissing = errors.New("was not measured")

// load reads the summaries in a directory.
func load(dir string) (results, error) {
	r := results{benchmarks: make(map[string]*summary.Section), experiments: make(map[string]*report.Summary)}
	for _, s := range sections {
		file := filepath.Join(dir, s.summary())
		var err error
		switch {
		case s.isExperiment():
			r.experiments[s.name], err = read[report.Summary](file)
		case s.name == "mistakes":
			r.mistakes, err = read[peers.Result](file)
		default:
			r.benchmarks[s.name], err = read[summary.Section](file)
		}
		if err != nil {
			return r, err
		}
	}
	var err error
	r.published, err = rounds.Summarize(strings.NewReader(articles.Published), "published.txt", rounds.Comparison{Key: "pool", Bases: []string{"sync"}})
	return r, err
}

// read reads a summary, and returns nil if there is none.
func read[S any](file string) (*S, error) {
	s := new(S)
	if err := summary.ReadJSON(file, s); errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	} else if err != nil {
		return nil, err
	}
	return s, nil
}

func (r results) section(name string) (*summary.Section, error) {
	if s := r.benchmarks[name]; s != nil {
		return s, nil
	}
	return nil, fmt.Errorf("%s %w", name, errMissing)
}

func (r results) experiment(name string) (*report.Summary, error) {
	if s := r.experiments[name]; s != nil {
		return s, nil
	}
	return nil, fmt.Errorf("%s %w", name, errMissing)
}

func (r results) outcomes() (*peers.Result, error) {
	if r.mistakes == nil {
		return nil, fmt.Errorf("mistakes %w", errMissing)
	}
	return r.mistakes, nil
}

// functions are what the templates of sections and regions use. A name such as
// "core" is that of a section.
func (r results) functions() template.FuncMap {
	return template.FuncMap{
		"conditions": r.conditions,
		"note":       r.note,
		"table": func(section, variants, match, unit string) (string, error) {
			s, err := r.section(section)
			if err != nil {
				return "", err
			}
			return summary.Table{Section: s, Variants: summary.Columns(variants), Match: match, Unit: unit}.Rows()
		},
		"across": func(section, variants, benchmarks, unit string) (string, error) {
			s, err := r.section(section)
			if err != nil {
				return "", err
			}
			return summary.Table{Section: s, Variants: summary.Columns(variants), Unit: unit}.Across(summary.Columns(benchmarks))
		},
		"columns":   summary.Columns,
		"against":   r.against,
		"use":       r.use,
		"median":    r.median,
		"ratio":     r.ratio,
		"times":     figure.Times,
		"factor":    func(e figure.Estimate) string { return figure.Factor(e.Median) },
		"bounds":    figure.Bounds,
		"time":      func(e figure.Estimate) string { return figure.Quantity(e.Median, figure.Seconds) },
		"count":     func(e figure.Estimate) string { return figure.Quantity(e.Median, figure.Allocs) },
		"saves":     r.saves,
		"published": r.besides,
		"target":    r.target,
		"gzip":      r.gzip,
		"rss": func() (string, error) {
			s, err := r.section("rss")
			if err != nil {
				return "", err
			}
			return rss.Table(s)
		},
		"waf": func() (string, error) {
			s, err := r.section("waf")
			if err != nil {
				return "", err
			}
			return waf.Section(s)
		},
		"fleet":      r.fleet,
		"mistakes":   r.outcomes,
		"experiment": r.experiment,
		"interval": func(c experiment.Comparison) string {
			return figure.Factor(c.Noise.Median) + " " + figure.Bounds(c.Noise)
		},
	}
}

// conditions describes how a section was measured.
func (r results) conditions(section string) (string, error) {
	if section == "mistakes" {
		m, err := r.outcomes()
		if err != nil {
			return "", err
		}
		return m.Run.Conditions(), nil
	}
	s, err := r.section(section)
	if err != nil {
		return "", err
	}
	return s.Run.Conditions(), nil
}

// note returns what else is known of how a section was measured.
func (r results) note(section, key string) (string, error) {
	s, err := r.section(section)
	if err != nil {
		return "", err
	}
	text, ok := s.Run.Notes[key]
	if !ok {
		return "", fmt.Errorf("%s has no note %q", section, key)
	}
	return text, nil
}

// row returns a benchmark of a section.
func (r results) row(section, benchmark string) (summary.Row, error) {
	s, err := r.section(section)
	if err != nil {
		return summary.Row{}, err
	}
	return s.Row(benchmark)
}

// median returns the figure of a variant of a benchmark.
func (r results) median(section, benchmark, variant, unit string) (figure.Estimate, error) {
	row, err := r.row(section, benchmark)
	if err != nil {
		return figure.Estimate{}, err
	}
	return row.Median(variant, unit)
}

// ratio returns the ratio of the times of two variants of a benchmark.
func (r results) ratio(section, benchmark, variant, base string) (figure.Estimate, error) {
	row, err := r.row(section, benchmark)
	if err != nil {
		return figure.Estimate{}, err
	}
	return row.Ratio(variant, base, figure.Seconds)
}

// against writes the time of a variant of a benchmark and its ratio to the base,
// and nothing if the benchmark does not have the variant.
func (r results) against(section, benchmark, variant, base string) (string, error) {
	row, err := r.row(section, benchmark)
	if err != nil {
		return "", err
	}
	if _, ok := row.Variant(variant); !ok {
		return "", nil
	}
	e, err := row.Median(variant, figure.Seconds)
	if err != nil || variant == base {
		return figure.Quantity(e.Median, figure.Seconds), err
	}
	ratio, err := row.Ratio(variant, base, figure.Seconds)
	return fmt.Sprintf("%s (%s)", figure.Quantity(e.Median, figure.Seconds), figure.Factor(ratio.Median)), err
}

// use writes the time of a way to reset in a benchmark, its ratio to *v = T{},
// and what is allocated; nothing if the benchmark does not have it.
func (r results) use(section, benchmark, reset string) (string, error) {
	row, err := r.row(section, benchmark)
	if err != nil {
		return "", err
	}
	v, ok := row.Variant(reset)
	if !ok {
		return "", nil
	}
	text := figure.Quantity(v.Values[figure.Seconds].Median, figure.Seconds)
	if ratio, err := row.Ratio(reset, "zero", figure.Seconds); err == nil {
		text += ", " + figure.Times(ratio)
	}
	allocs, bytes := v.Values[figure.Allocs].Median, v.Values[figure.Bytes].Median
	text += fmt.Sprintf(", %s allocs", figure.Quantity(allocs, figure.Allocs))
	if allocs > 0 {
		text += ", " + figure.Quantity(bytes, figure.Bytes)
	}
	return text, nil
}

// saves says what rcpool saves, or costs, against an allocation of this size.
func (r results) saves(heap string, size int) (string, error) {
	benchmark := fmt.Sprintf("Breakeven/heap=%s/size=%d", heap, size)
	none, err := r.median("breakeven", benchmark, "none", figure.Seconds)
	if err != nil {
		return "", err
	}
	pooled, err := r.median("breakeven", benchmark, "rcpool", figure.Seconds)
	if err != nil {
		return "", err
	}
	if pooled.Median > none.Median {
		return "costs " + figure.Quantity(pooled.Median-none.Median, figure.Seconds), nil
	}
	return "saves " + figure.Quantity(none.Median-pooled.Median, figure.Seconds), nil
}

// gzip says what the gzip.Writers alone are worth: how much of what plain allocates more than good plain they are, from
// what one allocates and how often the service needs one.
func (r results) gzip() (string, error) {
	lab, err := r.experiment("lab")
	if err != nil {
		return "", err
	}
	writer, err := r.median("stdpool", "StdpoolGzipWriter/level=6", "none", figure.Bytes)
	if err != nil {
		return "", err
	}
	var saved, used, requests float64
	for _, c := range lab.Comparisons {
		if c.Key == "bytes" {
			saved = float64(c.Of(experiment.Plain).Value - c.Base)
		}
	}
	for _, p := range lab.Pools {
		if p.Name == "gzip" {
			used = float64(p.Gets)
		}
	}
	for _, l := range lab.Latencies {
		if l.Variant == experiment.Pooled {
			requests = float64(l.Requests)
		}
	}
	if !(saved > 0) || used == 0 || requests == 0 {
		return "", errors.New("lab has no bytes that good plain saves, or its service needed no gzip.Writer")
	}
	perRequest := writer.Median * used / requests
	return fmt.Sprintf("Of the %s that good plain saves per request, about %s are gzip.Writers: one answer in %.0f needs one, and one allocates %s",
		figure.Quantity(saved, figure.Bytes), figure.Quantity(perRequest, figure.Bytes), requests/used, figure.Quantity(writer.Median, figure.Bytes)), nil
}
