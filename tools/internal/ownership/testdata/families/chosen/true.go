package chosen

import "github.com/rcpool/rcpool"

// The turn of the chosen index takes nothing over.
func forgets(old []rcpool.Ref[leaf], at int) []rcpool.Ref[leaf] {
	child := leaves.Get() // want "leak: "
	child.Value().no = at
	list := make([]rcpool.Ref[leaf], len(old))
	for i := range old {
		if i == at {
			continue
		}
		list[i] = old[i].Retain()
	}
	return list
}

// Perhaps no slot is free.
func place(slots []rcpool.Ref[leaf], child rcpool.Ref[leaf]) bool { // want "leak: "
	for i := range slots {
		if slots[i].IsZero() {
			slots[i] = child
			return true
		}
	}
	return false
}

// The error comes before the chosen index.
func checked(old []rcpool.Ref[leaf], at int, check func(*leaf) error) ([]rcpool.Ref[leaf], error) {
	child := leaves.Get() // want "leak: "
	var list []rcpool.Ref[leaf]
	for i := range old {
		if err := check(old[i].Value()); err != nil {
			return nil, err
		}
		if i == at {
			list = append(list, child)
		}
	}
	return list, nil
}

// One reference is for the chosen index, the other is lost.
func two(slots []rcpool.Ref[leaf], at int) {
	first := leaves.Get()
	second := leaves.Get() // want "leak: "
	second.Value().no = 2
	for i := range slots {
		if i == at {
			slots[i] = first
		}
	}
}
