package containers

import (
	"container/list"

	"github.com/rcpool/rcpool"
)

// The slice is lost with all of its rows.
func sumKeys(keys []int) int {
	var all []rcpool.Ref[Row]
	for _, key := range keys {
		ref := rows.Get() // want "leak: "
		ref.Value().Key = key
		all = append(all, ref)
	}
	return sum(all)
}

// The rows of the turns before are lost.
func scanAll(keys []int) ([]rcpool.Ref[Row], error) {
	all := make([]rcpool.Ref[Row], 0, len(keys))
	for _, key := range keys {
		ref := rows.Get() // want "leak: "
		if err := scan(ref.Value(), key); err != nil {
			ref.Release()
			return nil, err
		}
		all = append(all, ref)
	}
	return all, nil
}

// The map is lost with all of its rows.
func distinct(keys []int) int {
	byKey := map[int]rcpool.Ref[Row]{}
	for _, key := range keys {
		if _, ok := byKey[key]; ok {
			continue
		}
		ref := rows.Get() // want "leak: "
		ref.Value().Key = key
		byKey[key] = ref
	}
	return len(byKey)
}

// releaseAll is called on one way out only.
func sumPositive(keys []int) int {
	all := make([]rcpool.Ref[Row], len(keys))
	for i, key := range keys {
		all[i] = rows.Get() // want "leak: "
		all[i].Value().Key = key
	}
	total := sum(all)
	if total < 0 {
		return 0
	}
	releaseAll(all)
	return total
}

// The rows are released by the helper, and once more.
func sumReleased(keys []int) int {
	var all []rcpool.Ref[Row]
	for _, key := range keys {
		ref := rows.Get()
		ref.Value().Key = key
		all = append(all, ref)
	}
	total := sum(all)
	releaseAll(all)
	for _, ref := range all {
		ref.Release() // want "double-release: "
	}
	return total
}

// The list is lost with all of its rows.
func longest(keys []int) int {
	l := list.New()
	for _, key := range keys {
		ref := rows.Get() // missed "leak: "
		ref.Value().Key = key
		l.PushBack(ref)
	}
	return l.Len()
}

// The rows are released, and then read.
func sumLate(keys []int) int {
	all := make([]rcpool.Ref[Row], len(keys))
	for i, key := range keys {
		all[i] = rows.Get()
		all[i].Value().Key = key
	}
	releaseAll(all)
	return sum(all) // want "use-after-release: "
}
