package picked

import "github.com/rcpool/rcpool"

// Another slot was released than the one that is used.
func sizeOfOther() int {
	w := newWindow()
	w.drop([]int{0})
	n := w.size([]int{1})
	w.drop([]int{1})
	return n
}

// The indexes are those of two lists.
func useOthers(ended, running []int) (sum int) {
	list := make([]rcpool.Ref[slot], 4)
	for i := range list {
		list[i] = slots.Get()
	}
	for _, i := range ended {
		list[i].Release()
	}
	for _, i := range running {
		sum += list[i].Value().size
		list[i].Release()
	}
	return sum
}

// The indexes are in fields of the elements of a list.
func dropEntries(w *window, ended, running []entry) (sum int) {
	for _, e := range ended {
		w.slots[e.at].Release()
	}
	for _, e := range running {
		sum += w.slots[e.at].Value().size
	}
	return sum
}

// The keys of a map are picked, too.
func dropKeys(all map[string]rcpool.Ref[slot], ended, running []string) (sum int) {
	for _, key := range ended {
		all[key].Release()
		delete(all, key)
	}
	for _, key := range running {
		sum += all[key].Value().size
	}
	return sum
}
