package containers

import (
	"container/list"

	"github.com/rcpool/rcpool"
)

// The deferred closure releases all rows.
func sumKeysReleased(keys []int) int {
	var all []rcpool.Ref[Row]
	defer func() {
		for _, ref := range all {
			ref.Release()
		}
	}()
	for _, key := range keys {
		ref := rows.Get()
		ref.Value().Key = key
		all = append(all, ref)
	}
	return sum(all)
}

// On failure the rows of the turns before are released.
func scanAllOrNone(keys []int) ([]rcpool.Ref[Row], error) {
	all := make([]rcpool.Ref[Row], 0, len(keys))
	for _, key := range keys {
		ref := rows.Get()
		if err := scan(ref.Value(), key); err != nil {
			ref.Release()
			releaseAll(all)
			return nil, err
		}
		all = append(all, ref)
	}
	return all, nil
}

// The rows leave the map when they are released.
func distinctReleased(keys []int) int {
	byKey := map[int]rcpool.Ref[Row]{}
	for _, key := range keys {
		if _, ok := byKey[key]; ok {
			continue
		}
		ref := rows.Get()
		ref.Value().Key = key
		byKey[key] = ref
	}
	n := len(byKey)
	for key, ref := range byKey {
		ref.Release()
		delete(byKey, key)
	}
	return n
}

// releaseAll is called on every way out.
func sumPositiveReleased(keys []int) int {
	all := make([]rcpool.Ref[Row], len(keys))
	for i, key := range keys {
		all[i] = rows.Get()
		all[i].Value().Key = key
	}
	defer releaseAll(all)
	if total := sum(all); total > 0 {
		return total
	}
	return 0
}

// The rows are sent, one after the other, to who releases them.
func sendAll(keys []int, out chan<- rcpool.Ref[Row]) {
	var all []rcpool.Ref[Row]
	for _, key := range keys {
		ref := rows.Get()
		ref.Value().Key = key
		all = append(all, ref)
	}
	for i, ref := range all {
		out <- ref
		all[i] = rcpool.Ref[Row]{}
	}
}

// The rows are released as they leave the list.
func longestReleased(keys []int) (n int) {
	l := list.New()
	for _, key := range keys {
		ref := rows.Get()
		ref.Value().Key = key
		l.PushBack(ref)
	}
	for l.Len() > 0 {
		ref := l.Remove(l.Front()).(rcpool.Ref[Row])
		n = max(n, ref.Value().Key)
		ref.Release()
	}
	return n
}

// The array is released where it is at home.
func sumArray(left, right int) int {
	pair := [2]rcpool.Ref[Row]{rows.Get(), rows.Get()}
	pair[0].Value().Key = left
	pair[1].Value().Key = right
	total := sum(pair[:])
	for i := range pair {
		pair[i].Release()
	}
	return total
}
