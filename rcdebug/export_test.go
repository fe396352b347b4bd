package rcdebug

import "github.com/rcpool/rcpool"

// Source is where a page gets its data.
type Source = source

// From makes p show s instead of the process, and returns p.
func From(p *Page, s Source) *Page {
	p.pools = s
	return p
}

// A Fake is a Source with fixed data.
type Fake struct {
	Pools  []rcpool.Stats
	Found  []rcpool.Report
	Forgot int // number of calls
}

func (f *Fake) Stats() []rcpool.Stats    { return f.Pools }
func (f *Fake) Reports() []rcpool.Report { return f.Found }
func (f *Fake) ForgetReports()           { f.Forgot++; f.Found = nil }
