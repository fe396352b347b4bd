// Package sweptways has loops over lists and maps that are emptied or filled anew afterwards.
package sweptways

import "github.com/rcpool/rcpool"

type Lease struct {
	No    int
	Until int
	Seen  bool
}

var leases = rcpool.Pool[Lease]{Name: "leases"}

func get(no int) rcpool.Ref[Lease] {
	l := leases.Get()
	l.Value().No = no
	return l
}

type entry struct {
	rounds int
	lease  rcpool.Ref[Lease]
}
