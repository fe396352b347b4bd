package listedagain

import (
	"github.com/apache/arrow-go/v18/arrow"
	"github.com/rcpool/rcpool"
)

// An image that was loaded before is appended once more.
func draw(names []string) error {
	var all []rcpool.Ref[image]
	defer func() {
		for _, ref := range all {
			ref.Release()
		}
	}()
	known := map[string]rcpool.Ref[image]{}
	for _, name := range names {
		ref, ok := known[name]
		if !ok {
			var err error
			if ref, err = load(name); err != nil {
				return err
			}
			known[name] = ref
		}
		all = append(all, ref) // want "double-release: "
	}
	return nil
}

// The one that was loaded before is in the list twice.
func repeat(names []string) int {
	var all []rcpool.Ref[image]
	byName := make(map[string]rcpool.Ref[image], len(names))
	for _, name := range names {
		if ref, ok := byName[name]; ok {
			all = append(all, ref) // want "double-release: "
			continue
		}
		ref := images.Get()
		byName[name] = ref
		all = append(all, ref)
	}
	n := len(all)
	for i := range all {
		all[i].Release()
	}
	return n
}

// Without a new one, the last one is appended again.
func fill(changed []bool) {
	var all []rcpool.Ref[image]
	last := images.Get()
	all = append(all, last)
	for _, is := range changed {
		if is {
			last = images.Get()
		}
		all = append(all, last) // want "double-release: "
	}
	for _, ref := range all {
		ref.Release()
	}
}

// So it is with an array.
func read(from reader, names []string) error {
	var cols []arrow.Array
	defer func() {
		for _, c := range cols {
			c.Release()
		}
	}()
	have := map[string]arrow.Array{}
	for _, name := range names {
		col := have[name]
		if col == nil {
			var err error
			if col, err = from.Read(name); err != nil {
				return err
			}
			have[name] = col
		}
		cols = append(cols, col) // missed "double-release: "
	}
	return nil
}
