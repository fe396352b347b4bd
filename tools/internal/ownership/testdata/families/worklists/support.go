package worklists

import "github.com/rcpool/rcpool"

type visit struct {
	target string
	links  []string
}

var visits rcpool.Pool[visit]

func newVisit(target string) rcpool.Ref[visit] {
	v := visits.Get()
	v.Value().target = target
	return v
}
