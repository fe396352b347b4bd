// Package rcexpvar shows the counts of all pools of the process as the variable
// rcpool of package expvar. Import it for this effect:
//
//	import _ "github.com/rcpool/rcpool/rcexpvar"
//
// The variable is an object with a member for each name of a pool. Pools of one
// name have the sum of their counts. The counts of a pool that is gone stay in the
// sum, so no count but in_use and idle falls while the process lives:
//
//	"rcpool": {
//	  "buffer": {"gets": 3, "news": 1, "releases": 3, "detached": 0, "lost": 0, "in_use": 0, "idle": 1,
//	    "retired": {"check": 0, "keep": 0, "misuse": 0, "panic": 0, "worn": 0},
//	    "reports": {"double_release": 1}}
//	}
//
// The member idle is missing if the pools do not count idle objects; see
// [rcpool.Pool]. The counts are read when somebody asks for the variable.
//
// Like package expvar, it registers /debug/vars with http.DefaultServeMux. Do not
// show that to strangers.
package rcexpvar

import (
	"expvar"
	"maps"

	"github.com/rcpool/rcpool"
)

func init() { expvar.Publish("rcpool", expvar.Func(totals)) }

type total struct {
	Gets     uint64            `json:"gets"`
	News     uint64            `json:"news"`
	Releases uint64            `json:"releases"`
	Detached uint64            `json:"detached"`
	Lost     uint64            `json:"lost"`
	InUse    uint64            `json:"in_use"`
	Idle     *int              `json:"idle,omitempty"`
	Retired  map[string]uint64 `json:"retired"`
	Reports  map[string]uint64 `json:"reports"`
}

func totals() any {
	pools := map[string]total{}
	for _, t := range rcpool.Totals() {
		out := total{
			Gets: t.Gets, News: t.News, Releases: t.Releases, Detached: t.Detached, Lost: t.Lost, InUse: t.InUse,
			Retired: maps.Collect(t.RetiredBy.All()),
			Reports: map[string]uint64{},
		}
		if t.Idle >= 0 {
			out.Idle = &t.Idle
		}
		for kind, n := range t.Reports {
			out.Reports[kind.Label()] = n
		}
		pools[t.Name] = out
	}
	return pools
}
