package listedagain

import (
	"github.com/apache/arrow-go/v18/arrow"
	"github.com/rcpool/rcpool"
)

// It is retained for the second time.
func drawRetained(names []string) error {
	var all []rcpool.Ref[image]
	defer func() {
		for _, ref := range all {
			ref.Release()
		}
	}()
	known := map[string]rcpool.Ref[image]{}
	for _, name := range names {
		ref, ok := known[name]
		if ok {
			ref = ref.Retain()
		} else {
			var err error
			if ref, err = load(name); err != nil {
				return err
			}
			known[name] = ref
		}
		all = append(all, ref)
	}
	return nil
}

// The map releases them, each once.
func drawKnown(names []string) (n int, err error) {
	var all []rcpool.Ref[image]
	known := map[string]rcpool.Ref[image]{}
	defer func() {
		for _, ref := range known {
			ref.Release()
		}
	}()
	for _, name := range names {
		ref, ok := known[name]
		if !ok {
			if ref, err = load(name); err != nil {
				return 0, err
			}
			known[name] = ref
		}
		all = append(all, ref)
	}
	return len(all), nil
}

// What is known already is not appended.
func drawOnce(names []string) error {
	var all []rcpool.Ref[image]
	defer func() {
		for _, ref := range all {
			ref.Release()
		}
	}()
	known := map[string]rcpool.Ref[image]{}
	for _, name := range names {
		if ref, ok := known[name]; ok {
			ref.Value().name += "+"
			continue
		}
		ref, err := load(name)
		if err != nil {
			return err
		}
		known[name] = ref
		all = append(all, ref)
	}
	return nil
}

// The array is retained, too.
func readRetained(from reader, names []string) error {
	var cols []arrow.Array
	defer func() {
		for _, c := range cols {
			c.Release()
		}
	}()
	have := map[string]arrow.Array{}
	for _, name := range names {
		col, ok := have[name]
		if ok {
			col.Retain()
		} else {
			var err error
			if col, err = from.Read(name); err != nil {
				return err
			}
			have[name] = col
		}
		cols = append(cols, col)
	}
	return nil
}
