package chosen

import "github.com/rcpool/rcpool"

type leaf struct{ no int }

var leaves rcpool.Pool[leaf]

type node struct{ children [4]rcpool.Ref[leaf] }

func (n *node) close() {
	for i := range n.children {
		rcpool.Drop(&n.children[i])
	}
}
