package republished

import "sync"

// Each call replaces what the one before has left.
func twice(b *book) int {
	if b.apply(1) != nil || b.apply(2) != nil {
		return 0
	}
	var wg sync.WaitGroup
	n := 0
	wg.Go(func() {
		if v, ok := b.view(); ok {
			n = v.Value().seq
			v.Release()
		}
	})
	wg.Wait()
	return n
}

// The last call replaces it, too.
func thrice() int {
	b := &book{}
	defer b.close()
	b.apply(1)
	b.apply(2)
	b.apply(3)
	v, ok := b.view()
	if !ok {
		return 0
	}
	defer v.Release()
	return v.Value().seq
}
