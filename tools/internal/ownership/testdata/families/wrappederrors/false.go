package wrappederrors

import (
	"test/families/wrappederrors/fault"

	"github.com/rcpool/rcpool"
)

// The error that is wrapped at the end is nil.
func build(n int) (ref rcpool.Ref[record], err error) {
	for {
		ref = records.Get()
		err = fill(ref.Value(), n)
		if err == nil {
			break
		}
		ref.Release()
		if n /= 2; n == 0 {
			return rcpool.Ref[record]{}, fault.Wrap(err)
		}
	}
	return ref, fault.Wrap(err)
}

func rows(n int) (int, error) {
	ref, err := build(n)
	if err != nil {
		return 0, fault.Wrap(err)
	}
	defer ref.Release()
	return len(ref.Value().rows), nil
}

// There is a record, and no error.
func open(n int) (rcpool.Ref[record], error) {
	ref := records.Get()
	err := fill(ref.Value(), n)
	if err != nil {
		ref.Release()
		ref = rcpool.Ref[record]{}
	}
	return ref, fault.Wrap(err)
}

func first(n int) (int, error) {
	ref, err := open(n)
	if err != nil {
		return 0, err
	}
	n = ref.Value().rows[0]
	ref.Release()
	return n, nil
}
