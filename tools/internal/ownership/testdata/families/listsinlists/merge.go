// Package listsinlists has functions that are given lists of lists of references.
package listsinlists

import "github.com/rcpool/rcpool"

// A Msg is an example.
type Msg struct{ ID int }

var msgs = rcpool.Pool[Msg]{Name: "msgs"}

func get(id int) rcpool.Ref[Msg] {
	m := msgs.Get()
	m.Value().ID = id
	return m
}

func some(n int) (all []rcpool.Ref[Msg]) {
	for i := range n {
		all = append(all, get(i))
	}
	return all
}

// merge releases what is in the lists, the smallest first.
func merge(lists ...[]rcpool.Ref[Msg]) (ids []int) {
	for {
		best := -1
		for i, l := range lists {
			if len(l) > 0 && (best < 0 || l[0].Value().ID < lists[best][0].Value().ID) {
				best = i
			}
		}
		if best < 0 {
			return ids
		}
		m := lists[best][0]
		lists[best] = lists[best][1:]
		ids = append(ids, m.Value().ID)
		m.Release()
	}
}
