// Package advice says from an allocation profile of any Go program what is worth
// pooling there, with what, and what it saves; and what is not, and what to do
// instead.
//
// This package is experimental: it serves rcadvise and the lab, and may change
// in any version.
package advice

import (
	"cmp"
	"path/filepath"
	"slices"
	"time"

	"github.com/rcpool/rcpool/tools/allocation"
)

// A Verdict says what to do about an allocation.
type Verdict string

const (
	Pool    Verdict = "pool"    // pool it
	Perhaps Verdict = "perhaps" // pool it if its last user is known; the source must tell
	Instead Verdict = "instead" // do something else about it
	Leave   Verdict = "leave"   // nothing can or need be done
)

// verdicts lists them as the advice does.
var verdicts = []Verdict{Pool, Perhaps, Instead, Leave}

// Options say how to judge. The zero Options are the defaults.
type Options struct {
	Modules []string // whose code may be changed; empty if that is to be told from the source or the profile
	Source  string   // directory of the source; "" if there is none
	Worth   float64  // the least processor time that is worth a change, of one processor; 0 means 0.001
	Load    float64  // judge as if the load were so many times higher; 0 means 1
	Least   float64  // the least share of the bytes, or of their cost, that a place needs to be judged; 0 means 0.01
}

func (o Options) withDefaults() Options {
	o.Worth, o.Load, o.Least = cmp.Or(o.Worth, 0.001), cmp.Or(o.Load, 1), cmp.Or(o.Least, 0.01)
	return o
}

// An Advice is what a profile says. Its JSON is the output of rcadvise -json.
type Advice struct {
	Program string   `json:"program,omitempty"`
	Modules []string `json:"modules,omitempty"` // whose code was taken for that of the program
	Seconds float64  `json:"seconds,omitempty"` // that the profile covers; 0 if it began with the program, so that there are shares and no rates
	Load    float64  `json:"load"`              // the factor that all rates below were multiplied by

	Total       Amount   `json:"total"`
	Live        *float64 `json:"live_bytes,omitempty"`     // after the last garbage collection
	Cost        *Range   `json:"cost,omitempty"`           // of allocating and collecting everything; it is the most that pools can save
	Collections float64  `json:"collections,omitempty"`    // a second, at GOGC=100, estimated from the above
	Worth       float64  `json:"worth"`                    // processor time, of one processor, from which a place is worth a change
	Model       string   `json:"model"`                    // where costs come from
	Source      string   `json:"source_problem,omitempty"` // why the source was not looked at
	Saved       Amount   `json:"saved"`                    // by all items whose verdict is pool
	SavedIf     Amount   `json:"saved_perhaps"`            // by those whose verdict is perhaps
	Items       []Item   `json:"items"`                    // by verdict, the most bytes first
	Rest        Amount   `json:"rest"`                     // what is in places too small to be judged
	Places      int      `json:"rest_places"`              // how many these are

	dir string // of the source

	Remarks []string `json:"remarks,omitempty"` // on the program as a whole
}

// An Amount is how much is allocated: for each second, or in all if the profile
// covers no known time.
type Amount struct {
	Bytes   float64 `json:"bytes"`
	Objects float64 `json:"objects"`
	Share   float64 `json:"share"` // of all bytes
}

// An Item is the advice on one place.
type Item struct {
	Verdict  Verdict   `json:"verdict"`
	What     string    `json:"what"`
	Function string    `json:"function"`
	File     string    `json:"file"`
	Line     int       `json:"line"`
	Lines    []int     `json:"lines,omitempty"`   // others of the function
	Callers  []Caller  `json:"callers,omitempty"` // code of the program that has called the function
	Yours    bool      `json:"yours"`             // the function is code of the program
	Made     *Caller   `json:"made,omitempty"`    // where the object is made, if that is another line and the source shows it
	Inner    string    `json:"inner,omitempty"`   // the function that allocates most of it, if it is of a library
	Amount   Amount    `json:"amount"`
	Uses     float64   `json:"uses,omitempty"`  // of objects that consist of several
	Size     float64   `json:"size"`            // of the objects that make up the most bytes
	Error    float64   `json:"error"`           // of the amount, as a share of it: two standard deviations
	Cost     *Range    `json:"cost,omitempty"`  // of allocating and collecting it
	Saves    *Range    `json:"saves,omitempty"` // by pooling it
	Lifetime *Lifetime `json:"lifetime,omitempty"`
	Pool     string    `json:"pool,omitempty"` // that takes its place
	Why      string    `json:"why"`
	Code     string    `json:"code,omitempty"` // the lines to write
}

// A Caller is a line that has called a function, with its share of the bytes.
type Caller struct {
	Function string  `json:"function"`
	File     string  `json:"file"`
	Line     int     `json:"line"`
	Share    float64 `json:"share"`
}

// Advise judges what a program has allocated.
func Advise(p *allocation.Profile, options Options) (*Advice, error) {
	options = options.withDefaults()
	if len(p.Records) == 0 {
		return nil, errNothing
	}
	code := open(options.Source, p)
	o := owners{modulesOf(p, options.Modules, code.module)}
	j := judge{Options: options, profile: p, code: code, owners: o, model: breakeven, while: p.While}
	a := &Advice{
		Program: p.Program, Modules: o.modules, Seconds: p.While.Seconds(), Load: options.Load,
		Worth: options.Worth, Model: "docs/choosing.md, measured with " + breakeven.Go + " on " + breakeven.CPU, Source: code.problem, dir: filepath.ToSlash(code.dir),
	}
	if p.While == 0 {
		j.while = time.Second // so that amounts are totals
	}
	found := joined(sites(p, o), code)
	if len(found) == 0 {
		return nil, errNothing
	}
	for _, s := range found {
		j.total = j.total.Plus(s.allocated)
		cost, _ := s.costs(j.model, j.while)
		j.cost = j.cost.plus(cost)
	}
	a.Total = j.amount(j.total)
	if p.While != 0 {
		a.Cost = &Range{j.cost.Low * j.Load, j.cost.High * j.Load}
	}
	if p.Live != nil {
		a.Live = &p.Live.Bytes
		if p.While != 0 {
			a.Collections = a.Total.Bytes / max(p.Live.Bytes, 4<<20) // the heap grows by as much as is live, and to 4 MiB at least
		}
	}
	for _, s := range found {
		cost, _ := s.costs(j.model, j.while)
		if s.allocated.Bytes < options.Least*j.total.Bytes && cost.High < options.Least*j.cost.High {
			a.Rest = a.Rest.plus(j.amount(s.allocated))
			a.Places++
			continue
		}
		item := j.item(s)
		switch item.Verdict {
		case Pool:
			a.Saved = a.Saved.plus(item.Amount)
		case Perhaps:
			a.SavedIf = a.SavedIf.plus(item.Amount)
		}
		a.Items = append(a.Items, item)
	}
	slices.SortStableFunc(a.Items, func(x, y Item) int {
		return cmp.Compare(slices.Index(verdicts, x.Verdict), slices.Index(verdicts, y.Verdict))
	})
	a.Remarks = remarks(a, p)
	return a, nil
}

func (a Amount) plus(b Amount) Amount {
	return Amount{a.Bytes + b.Bytes, a.Objects + b.Objects, a.Share + b.Share}
}
