package rounds

import (
	"bufio"
	"fmt"
	"io"
	"strings"

	"golang.org/x/perf/benchfmt"
)

// A Set is what a file in Go's benchmark format has.
type Set struct {
	config  map[string]string
	results []result
}

// A result is one line of it.
type result struct {
	pkg    string            // its import path
	name   string            // Reset/reset=zero/pool=rcpool
	parts  map[string]string // of the name: reset: zero, pool: rcpool
	values []benchfmt.Value
}

// Read reads a file in Go's benchmark format.
func Read(r io.Reader, name string) (*Set, error) {
	set := &Set{config: make(map[string]string)}
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
			set.config[c.Key] = string(c.Value)
		}
		set.results = append(set.results, newResult(record.Clone()))
	}
	if err := reader.Err(); err != nil {
		return nil, err
	}
	if len(set.results) == 0 {
		return nil, fmt.Errorf("%s: there are no results", name)
	}
	return set, nil
}

func newResult(record *benchfmt.Result) result {
	base, parts := record.Name.Parts()
	r := result{pkg: record.GetConfig("pkg"), parts: make(map[string]string), values: record.Values}
	names := []string{string(base)}
	for _, part := range parts {
		text := string(part)
		if strings.HasPrefix(text, "-") {
			continue // GOMAXPROCS
		}
		names = append(names, strings.TrimPrefix(text, "/"))
		if key, value, ok := strings.Cut(strings.TrimPrefix(text, "/"), "="); ok {
			r.parts[key] = value
		}
	}
	r.name = strings.Join(names, "/")
	return r
}

// Config is what the file says of its results: date, go, rounds, cpu, and so
// on; of what changes in it, the last. It is "" for what the file does not say.
func (s *Set) Config(key string) string { return s.config[key] }

// A Row is one benchmark, in all its variants.
type Row struct {
	Package  string            // its import path
	Name     string            // without that of the variant
	Part     map[string]string // of the name: size: 16
	Variants map[string]*Samples
}

// Samples are the values of one variant by their unit, in the order of the
// rounds.
type Samples map[string][]float64

// Rows are the benchmarks whose names differ but for the value of key, in the
// order of the file. Benchmarks without that key are left out.
func (s *Set) Rows(key string) []Row {
	var rows []Row
	at := make(map[string]int)
	for _, r := range s.results {
		variant, ok := r.parts[key]
		if !ok {
			continue
		}
		name := without(r.name, key)
		i, ok := at[r.pkg+" "+name]
		if !ok {
			i = len(rows)
			at[r.pkg+" "+name] = i
			rows = append(rows, Row{Package: r.pkg, Name: name, Part: r.parts, Variants: make(map[string]*Samples)})
		}
		samples := rows[i].Variants[variant]
		if samples == nil {
			samples = &Samples{}
			rows[i].Variants[variant] = samples
		}
		for _, v := range r.values {
			(*samples)[v.Unit] = append((*samples)[v.Unit], v.Value)
		}
	}
	return rows
}

// without is a name without the part that begins with key.
func without(name, key string) string {
	parts := strings.Split(name, "/")
	kept := parts[:0]
	for _, part := range parts {
		if !strings.HasPrefix(part, key+"=") {
			kept = append(kept, part)
		}
	}
	return strings.Join(kept, "/")
}

// Variants are the values of key, in the order of the file.
func (s *Set) Variants(key string) []string {
	var variants []string
	seen := make(map[string]bool)
	for _, r := range s.results {
		if v, ok := r.parts[key]; ok && !seen[v] {
			seen[v] = true
			variants = append(variants, v)
		}
	}
	return variants
}

// ReadHeader reads the lines that Header has written, and those like them, of a
// file that has something else than results after them.
func ReadHeader(r io.Reader, name string) (*Set, error) {
	set := &Set{config: make(map[string]string)}
	lines := bufio.NewScanner(r)
	for lines.Scan() {
		key, value, ok := strings.Cut(lines.Text(), ": ")
		if !ok {
			return nil, fmt.Errorf("%s: %q is not a key and its value", name, lines.Text())
		}
		set.config[key] = value
	}
	return set, lines.Err()
}
