package stillheld

import "github.com/rcpool/rcpool"

type frame struct{ bytes []byte }

// A window has frames by their numbers.
type window struct{ slots []rcpool.Ref[frame] }

func (w *window) drop(numbers []int) {
	for _, n := range numbers {
		w.slots[n].Release()
	}
}

func (w *window) size(numbers []int) (sum int) {
	for _, n := range numbers {
		sum += len(w.slots[n].Value().bytes)
	}
	return sum
}

// Other frames are dropped than are used: a loop over numbers is no loop over the list.
func sizeOfOthers(w *window) int {
	w.drop([]int{0, 1})
	return w.size([]int{2, 3})
}
