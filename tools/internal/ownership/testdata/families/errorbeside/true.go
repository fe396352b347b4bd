package errorbeside

import "github.com/rcpool/rcpool"

// The item is lost if its number is 0.
func positive(n int) int {
	ref, err := load(n)
	return positiveOf(ref, err)
}

func positiveOf(ref rcpool.Ref[item], err error) int { // want "leak: "
	if err != nil {
		failed++
		return 0
	}
	if ref.Value().n == 0 {
		return -1
	}
	defer ref.Release()
	return ref.Value().n
}

// The error is another one, which tells nothing of the item.
func checked(n int) error {
	ref := items.Get()
	return checkedOf(ref, check(n))
}

func check(n int) error {
	if n < 0 {
		return errBad
	}
	return nil
}

func checkedOf(ref rcpool.Ref[item], err error) error { // want "leak: "
	if err != nil {
		return err
	}
	ref.Release()
	return nil
}

// The bool has another meaning: the item is there in both cases.
func urgent(n int, now bool) {
	ref := items.Get()
	ref.Value().n = n
	urgentOf(ref, now)
}

func urgentOf(ref rcpool.Ref[item], now bool) { // want "leak: "
	if !now {
		return
	}
	queue <- ref
}

// The item is released twice.
func twice(n int) int {
	ref, err := load(n)
	m := numberOf(ref, err)
	if err == nil {
		ref.Release() // want "double-release: "
	}
	return m
}
