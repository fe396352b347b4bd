package picked

import "github.com/rcpool/rcpool"

// Each slot was released, and one of them is used.
func useOfAll(at int) int {
	list := []rcpool.Ref[slot]{slots.Get(), slots.Get()}
	for i := range list {
		list[i].Release()
	}
	return list[at].Value().size // want "use-after-release: "
}

// The slot with a number is released and then used.
func useOne() int {
	list := []rcpool.Ref[slot]{slots.Get(), slots.Get()}
	list[0].Release()
	n := list[0].Value().size // want "use-after-release: "
	list[1].Release()
	return n
}

// Each slot is released twice.
func dropAllTwice(n int) {
	list := make([]rcpool.Ref[slot], 0, n)
	for range n {
		list = append(list, slots.Get())
	}
	for _, ref := range list {
		ref.Release()
	}
	for _, ref := range list {
		ref.Release() // want "double-release: "
	}
}

// The error comes before slots are released.
func failsFirst(running []int, check func() error) error {
	list := []rcpool.Ref[slot]{slots.Get()} // want "leak: "
	if err := check(); err != nil {
		return err
	}
	for _, i := range running {
		list[i].Release()
	}
	return nil
}
