package rcdebug

import (
	"bytes"
	"net/http"
	"net/url"
	"slices"

	"github.com/rcpool/rcpool"
)

// Source is where a page gets its data.
type Source = source

// From makes p show s instead of the process, and returns p.
func From(p *Page, s Source) *Page {
	p.pools = s
	return p
}

// A Fake is a Source with fixed data. Pools without a number get one by their
// place.
type Fake struct {
	Pools []rcpool.Stats
	Found []rcpool.Report
	Reads int // number of calls of Stats
}

func (f *Fake) Stats() []rcpool.Stats {
	f.Reads++
	stats := slices.Clone(f.Pools)
	for i := range stats {
		if stats[i].Number == 0 {
			stats[i].Number = uint64(i + 1)
		}
	}
	return stats
}

func (f *Fake) Reports() []rcpool.Report { return f.Found }

// Render answers a GET without waiting for a turn.
func (p *Page) Render(rawQuery string) (string, error) {
	q, err := parseQuery(&http.Request{Method: "GET", URL: &url.URL{RawQuery: rawQuery}})
	if err != nil {
		return "", err
	}
	var body bytes.Buffer
	_, err = p.render(&body, q)
	return body.String(), err
}

// What the history and the memory of a page keep at most, and what they keep.
const (
	MaxSteps    = maxSteps
	MaxCells    = maxCells
	MaxEditions = maxEditions
	MaxAlarms   = maxAlarms
)

func (p *Page) Kept() (steps, cells, editions, alarms int) {
	for _, s := range p.history.steps {
		cells += len(s.cells)
	}
	for _, e := range p.memory.editions {
		alarms += len(e.pools) + len(e.reports)
	}
	return len(p.history.steps), cells, len(p.memory.editions), alarms
}

// Sample reads the counts.
func (p *Page) Sample() { p.read() }
