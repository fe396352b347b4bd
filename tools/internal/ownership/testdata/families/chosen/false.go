package chosen

import "github.com/rcpool/rcpool"

// The turn of the chosen index takes the child over.
func replaced(old []rcpool.Ref[leaf], at int, child rcpool.Ref[leaf]) []rcpool.Ref[leaf] {
	list := make([]rcpool.Ref[leaf], len(old))
	for i := range old {
		if i == at {
			list[i] = child
			continue
		}
		list[i] = old[i].Retain()
	}
	return list
}

// The children are in an array of a struct.
func (n *node) with(at int, child rcpool.Ref[leaf]) *node {
	m := &node{}
	for j := range n.children {
		if j != at {
			if !n.children[j].IsZero() {
				m.children[j] = n.children[j].Retain()
			}
		} else {
			m.children[j] = child
		}
	}
	return m
}

// The index counts by itself.
func put(slots []rcpool.Ref[leaf], at int) {
	child := leaves.Get()
	for i := 0; i < len(slots); i++ {
		if i == at {
			slots[i].Release()
			slots[i] = child
			break
		}
	}
}

// It goes over a number.
func insert(old []rcpool.Ref[leaf], at int) (list []rcpool.Ref[leaf]) {
	child := leaves.Get()
	child.Value().no = at
	for i := range len(old) + 1 {
		switch {
		case i == at:
			list = append(list, child)
		case i < at:
			list = append(list, old[i])
		default:
			list = append(list, old[i-1])
		}
	}
	return list
}
