package capturedholders

import "sync"

// answer takes it out again.
func ask(id int) bool {
	t := newTable()
	ref := calls.Get()
	ref.Value().id = id
	t.waiting[id] = ref
	return t.answer(id)
}

// The answer comes while others have the mutex.
func askMany(ids []int) {
	t := newTable()
	var all sync.WaitGroup
	for _, id := range ids {
		all.Go(func() {
			ref := calls.Get()
			defer ref.Release()
			ref.Value().id = id
			with(&t.mu, func() (int, bool) {
				t.waiting[id] = ref.Retain()
				return id, true
			})
			t.answer(id)
		})
	}
	all.Wait()
}

// clear releases them all.
func askAll(ids []int) int {
	t := newTable()
	for _, id := range ids {
		t.waiting[id] = calls.Get()
	}
	return t.clear()
}
