// Package allocation reads allocation profiles of Go programs, which
// runtime/pprof writes and net/http/pprof serves as "allocs" and "heap": which
// stacks have allocated how much, in objects of which size.
//
// This package is experimental: it serves rcadvise and the lab, and may change
// in any version.
package allocation

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"github.com/google/pprof/profile"
)

// A Profile is what a program has allocated: since it started, or in a while.
type Profile struct {
	Records []Record
	Program string        // the file of the program, where it ran; "" if the profile does not say
	Time    time.Time     // when the profile was taken
	While   time.Duration // how long it was counted for; 0 since the program started
	Period  float64       // on average one allocation was sampled in so many bytes; 1 if all were
	Live    *Amount       // what was in the heap after its last garbage collection; nil if not known
}

// An Amount is how much was allocated.
type Amount struct{ Bytes, Objects float64 }

// Plus returns the sum.
func (a Amount) Plus(b Amount) Amount { return Amount{a.Bytes + b.Bytes, a.Objects + b.Objects} }

func (a Amount) minus(b Amount) Amount { return Amount{a.Bytes - b.Bytes, a.Objects - b.Objects} }

// A Record is what one stack has allocated in objects of one size.
type Record struct {
	Stack     []Frame // the innermost function first, inlined ones included; those of the runtime are left out
	Size      float64 // of an object, in bytes
	Allocated Amount
	Kept      Amount // of it, what is live at the end
}

// A Frame is a function on a stack, and the line that it was at.
type Frame struct {
	Function string // with the path of its package, as in net/http.(*conn).serve
	File     string // as the compiler was given it, or without the local part if the program was built with -trimpath
	Line     int
}

// ErrKind is the error of Read for what is no allocation profile.
var ErrKind = errors.New("not an allocation profile")

// Read reads a profile, compressed or not.
func Read(data []byte) (*Profile, error) {
	if err := foreign(data); err != nil {
		return nil, err
	}
	raw, err := profile.ParseData(data)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrKind, err)
	}
	columns, err := columnsOf(raw)
	if err != nil {
		return nil, err
	}
	p := &Profile{Time: time.Unix(0, raw.TimeNanos), While: time.Duration(raw.DurationNanos), Period: float64(max(raw.Period, 1))}
	if len(raw.Mapping) > 0 {
		p.Program = raw.Mapping[0].File
	}
	var live Amount
	at := make(map[string]int) // two allocations on one line are one record
	for _, sample := range raw.Sample {
		r := columns.record(sample)
		live = live.Plus(r.Kept)
		if len(r.Stack) == 0 {
			continue
		}
		key := r.key()
		if i, ok := at[key]; ok {
			p.Records[i].Allocated = p.Records[i].Allocated.Plus(r.Allocated)
			p.Records[i].Kept = p.Records[i].Kept.Plus(r.Kept)
			continue
		}
		at[key] = len(p.Records)
		p.Records = append(p.Records, r)
	}
	if len(raw.Sample) > 0 && len(p.Records) == 0 {
		return nil, errors.New("the profile has addresses, but no names of functions; write it with runtime/pprof or net/http/pprof, which name them")
	}
	if p.While == 0 { // else only the growth is known
		p.Live = &live
	}
	return p, nil
}

// foreign recognizes what people take for a profile by mistake.
func foreign(data []byte) error {
	switch text := string(data[:min(len(data), 512)]); {
	case text == "":
		return fmt.Errorf("%w: it is empty", ErrKind)
	case strings.HasPrefix(text, "heap profile:"):
		return fmt.Errorf("%w in binary form but in text form; ask for it without debug=1", ErrKind)
	case strings.HasPrefix(strings.TrimSpace(strings.ToLower(text)), "<"):
		return fmt.Errorf("%w but a web page; the profile is at /debug/pprof/allocs", ErrKind)
	}
	return nil
}

// columns are the places of the values of a sample.
type columns struct{ allocatedBytes, allocatedObjects, keptBytes, keptObjects int }

func columnsOf(raw *profile.Profile) (columns, error) {
	var names []string
	for _, t := range raw.SampleType {
		names = append(names, t.Type)
	}
	at := func(name string) int { return slices.Index(names, name) }
	c := columns{at("alloc_space"), at("alloc_objects"), at("inuse_space"), at("inuse_objects")}
	if min(c.allocatedBytes, c.allocatedObjects, c.keptBytes, c.keptObjects) >= 0 {
		return c, nil
	}
	kind := "a profile of " + strings.Join(names, ", ")
	switch {
	case slices.Contains(names, "cpu"):
		kind = "a CPU profile"
	case slices.Contains(names, "delay"):
		kind = "a profile of blocking, or of mutexes"
	case slices.Contains(names, "goroutine"):
		kind = "a profile of goroutines"
	}
	return c, fmt.Errorf("%w but %s; take the one at /debug/pprof/allocs, or pprof.Lookup(%q)", ErrKind, kind, "allocs")
}

func (c columns) record(sample *profile.Sample) Record {
	r := Record{
		Allocated: Amount{float64(sample.Value[c.allocatedBytes]), float64(sample.Value[c.allocatedObjects])},
		Kept:      Amount{float64(sample.Value[c.keptBytes]), float64(sample.Value[c.keptObjects])},
	}
	if sizes := sample.NumLabel["bytes"]; len(sizes) > 0 {
		r.Size = float64(sizes[0])
	} else if r.Allocated.Objects > 0 {
		r.Size = r.Allocated.Bytes / r.Allocated.Objects
	}
	for _, location := range sample.Location {
		for _, line := range location.Line {
			if line.Function != nil && line.Function.Name != "" {
				r.Stack = append(r.Stack, Frame{line.Function.Name, line.Function.Filename, int(line.Line)})
			}
		}
	}
	return r
}

// Samples returns how many allocations of r were probably sampled. The figures of
// r are estimates from these.
func (p *Profile) Samples(r Record) float64 {
	if p.Period <= 1 {
		return r.Allocated.Objects
	}
	return r.Allocated.Objects * -math.Expm1(-r.Size/p.Period)
}

// Since returns what was allocated after an earlier profile of the same process.
func (p *Profile) Since(before *Profile) (*Profile, error) {
	switch {
	case p.While != 0 || before.While != 0:
		return nil, errors.New("one of the two profiles is of a while already, as with ?seconds=; give one such profile, or two without")
	case before.Time.After(p.Time):
		return nil, errors.New("the first of the two profiles is the later one; swap them")
	case before.Program != p.Program:
		return nil, fmt.Errorf("the profiles are of two programs, %s and %s", before.Program, p.Program)
	}
	old := make(map[string]Record)
	var sum, missing float64 // bytes of the first profile
	for _, r := range before.Records {
		old[r.key()] = r
		sum += r.Allocated.Bytes
	}
	d := &Profile{Program: p.Program, Time: p.Time, While: p.Time.Sub(before.Time), Period: p.Period, Live: p.Live}
	for _, r := range p.Records {
		k := r.key()
		o := old[k]
		delete(old, k)
		r.Allocated, r.Kept = r.Allocated.minus(o.Allocated), r.Kept.minus(o.Kept)
		if r.Allocated.Objects > 0 {
			d.Records = append(d.Records, r)
		}
		missing -= min(r.Allocated.Bytes, 0)
	}
	for _, o := range old {
		missing += o.Allocated.Bytes
	}
	if missing > mayChange*sum {
		return nil, errors.New("the second profile lacks allocations of the first, so they are not of the same process; was it restarted in between?")
	}
	return d, nil
}

// mayChange is the share of the bytes whose stacks may have other names in a later
// profile of the process. The counts of a process only rise, but code that is
// compiled at run time gets and loses its names.
const mayChange = 0.1

func (r Record) key() string {
	var k strings.Builder
	fmt.Fprint(&k, r.Size)
	for _, f := range r.Stack {
		fmt.Fprintf(&k, "\n%s:%s:%d", f.Function, f.File, f.Line)
	}
	return k.String()
}
