// Package carriedrefs has containers that own what comes to them in something else: in structs that
// are passed by value, and in lists that another function has filled.
package carriedrefs

import "github.com/rcpool/rcpool"

type Part struct {
	Key  string
	Data []byte
}

func (p *Part) Reset() { p.Key, p.Data = "", p.Data[:0] }

var parts = rcpool.Pool[Part]{Name: "parts"}

func get(key string) rcpool.Ref[Part] {
	p := parts.Get()
	p.Value().Key = key
	return p
}

// A row has a part that it owns.
type row struct {
	part  rcpool.Ref[Part]
	known bool
}

func makeRow(key string) row { return row{get(key), false} }

func makeRows(keys []string) (all []row) {
	for _, k := range keys {
		all = append(all, makeRow(k))
	}
	return all
}

// A flight is a part that is sent again if nobody stops that.
type flight struct {
	part rcpool.Ref[Part]
	stop func() bool
}
