package rounds

import (
	"bytes"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/perf/benchfmt"
	"golang.org/x/perf/benchunit"

	"github.com/rcpool/rcpool/lab/internal/figure"
	"github.com/rcpool/rcpool/lab/internal/machine"
	"github.com/rcpool/rcpool/lab/internal/summary"
)

// A Comparison says what to compare.
type Comparison struct {
	Key   string   // of the variants, in the names of the benchmarks: pool
	Bases []string // the variants that ratios are relative to
	Units []string // of the ratios; default the time
}

// Summarize reads results in Go's benchmark format, after the lines that say how
// they were measured, and summarizes them. It leaves out the benchmarks whose
// names do not have the key of the comparison.
func Summarize(r io.Reader, name string, c Comparison) (*summary.Section, error) {
	set, err := read(r, name, c.Key)
	if err != nil {
		return nil, err
	}
	section := &summary.Section{Run: set.run(), Key: c.Key}
	for _, b := range set.benchmarks {
		row := summary.Row{Package: b.pkg, Name: b.name}
		for _, v := range b.variants {
			row.Variants = append(row.Variants, v.summarize(b, c))
		}
		section.Rows = append(section.Rows, row)
	}
	if len(section.Rows) == 0 {
		return nil, fmt.Errorf("%s: there are no benchmarks with variants by %s", name, c.Key)
	}
	return section, nil
}

// Keep writes results to a file, unless its name is empty, and summarizes them.
func Keep(file string, write func(io.Writer) error, c Comparison) (*summary.Section, error) {
	var text bytes.Buffer
	if err := write(&text); err != nil {
		return nil, err
	}
	if file != "" {
		if err := summary.WriteFile(file, func(w io.Writer) error { _, err := w.Write(text.Bytes()); return err }); err != nil {
			return nil, err
		}
	}
	return Summarize(&text, "the results", c)
}

// A set is what a file in Go's benchmark format has.
type set struct {
	config     map[string]string
	benchmarks []*benchmark // in the order of the file
}

// A benchmark is the results of all variants of one benchmark.
type benchmark struct {
	pkg, name string
	variants  []*variant // in the order of the file
}

type variant struct {
	name   string
	values map[string][]float64 // by unit, in the order of the rounds
}

func read(r io.Reader, name, key string) (*set, error) {
	s := &set{config: make(map[string]string)}
	reader := benchfmt.NewReader(r, name)
	for reader.Scan() {
		record, ok := reader.Result().(*benchfmt.Result)
		if !ok {
			if err, bad := reader.Result().(*benchfmt.SyntaxError); bad {
				return nil, err
			}
			continue
		}
		for _, c := range record.Config {
			s.config[c.Key] = string(c.Value)
		}
		s.add(record, key)
	}
	return s, reader.Err()
}

// add adds a line of the file.
func (s *set) add(record *benchfmt.Result, key string) {
	name, kind := split(record.Name, key)
	if kind == "" {
		return
	}
	pkg := record.GetConfig("pkg")
	i := slices.IndexFunc(s.benchmarks, func(b *benchmark) bool { return b.pkg == pkg && b.name == name })
	if i < 0 {
		i = len(s.benchmarks)
		s.benchmarks = append(s.benchmarks, &benchmark{pkg: pkg, name: name})
	}
	v := s.benchmarks[i].variant(kind)
	if v == nil {
		v = &variant{name: kind, values: make(map[string][]float64)}
		s.benchmarks[i].variants = append(s.benchmarks[i].variants, v)
	}
	for _, value := range record.Values {
		_, unit := benchunit.Tidy(value.Value, value.Unit) // benchfmt leaves the unit of a zero as it is
		v.values[unit] = append(v.values[unit], value.Value)
	}
}

// split takes the variant out of a name: Reset/reset=zero and sync of
// Reset/reset=zero/pool=sync-2.
func split(full benchfmt.Name, key string) (name, variant string) {
	base, parts := full.Parts()
	names := []string{string(base)}
	for _, part := range parts {
		text := string(part)
		if strings.HasPrefix(text, "-") {
			continue // GOMAXPROCS
		}
		text = strings.TrimPrefix(text, "/")
		if value, ok := strings.CutPrefix(text, key+"="); ok {
			variant = value
			continue
		}
		names = append(names, text)
	}
	return strings.Join(names, "/"), variant
}

func (b *benchmark) variant(name string) *variant {
	for _, v := range b.variants {
		if v.name == name {
			return v
		}
	}
	return nil
}

func (v *variant) summarize(b *benchmark, c Comparison) summary.Variant {
	result := summary.Variant{Name: v.name, Values: make(map[string]figure.Estimate)}
	for unit, values := range v.values {
		result.Values[unit] = figure.Median(values)
	}
	units := c.Units
	if units == nil {
		units = []string{figure.Seconds}
	}
	for _, base := range c.Bases {
		other := b.variant(base)
		if other == nil || other == v {
			continue
		}
		for _, unit := range units {
			ratio := figure.Ratio(v.values[unit], other.values[unit])
			if ratio.Rounds == 0 {
				continue
			}
			if result.Ratios == nil {
				result.Ratios = make(map[string]summary.Estimates)
			}
			if result.Ratios[base] == nil {
				result.Ratios[base] = make(summary.Estimates)
			}
			result.Ratios[base][unit] = ratio
		}
	}
	return result
}

// run is what the lines of configuration say.
func (s *set) run() summary.Run {
	take := func(key string) string {
		value := s.config[key]
		delete(s.config, key)
		return value
	}
	number := func(key string) int {
		n, _ := strconv.Atoi(take(key))
		return n
	}
	delete(s.config, "pkg")
	run := summary.Run{
		Date: take("date"), Commit: take("commit"), Rounds: number("rounds"), Benchtime: take("benchtime"), Command: take("command"),
		Machine: machine.Machine{CPU: take("cpu"), Processors: number("processors"), OS: take("goos"), Arch: take("goarch"), Go: take("go")},
	}
	if len(s.config) > 0 {
		run.Notes = s.config
	}
	return run
}
