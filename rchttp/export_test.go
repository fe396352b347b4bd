package rchttp

import "github.com/rcpool/rcpool"

// Source is where a page has its figures from.
type Source = source

// From makes p tell of s instead of the process.
func From(p *Page, s Source) *Page {
	p.pools = s
	return p
}

// A Fake is a Source with chosen figures.
type Fake struct {
	Pools  []rcpool.Stats
	Found  []rcpool.Report
	Forgot int // calls
}

func (f *Fake) Stats() []rcpool.Stats    { return f.Pools }
func (f *Fake) Reports() []rcpool.Report { return f.Found }
func (f *Fake) ForgetReports()           { f.Forgot++; f.Found = nil }
