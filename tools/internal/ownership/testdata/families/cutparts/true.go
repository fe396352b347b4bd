package cutparts

import "github.com/rcpool/rcpool"

// Nobody closes the journal.
func first() int {
	j := &journal{list: []rcpool.Ref[entry]{entries.Get()}} // want "leak: "
	return j.list[0].Value().no
}

// The receiver releases it, too.
func submit(to chan<- *ticket) {
	t := &ticket{ref: entries.Get()}
	to <- t
	t.ref.Release() // want "double-release: "
}
