package wrappederrors

import (
	"test/families/wrappederrors/fault"

	"github.com/rcpool/rcpool"
)

// The record is lost beside the error.
func keep(n int) (rcpool.Ref[record], error) {
	ref := records.Get()
	err := fill(ref.Value(), n)
	return ref, fault.Wrap(err)
}

func size(n int) (int, error) {
	ref, err := keep(n) // want "leak: "
	if err != nil {
		return 0, err
	}
	n = len(ref.Value().rows)
	ref.Release()
	return n, nil
}

// There is always an error.
func never(n int) (rcpool.Ref[record], error) {
	ref := records.Get()
	err := fill(ref.Value(), n)
	if err != nil {
		ref.Release()
		return rcpool.Ref[record]{}, err
	}
	return ref, fault.Always(err)
}

func count(n int) (int, error) {
	ref, err := never(n) // want "leak: "
	if err != nil {
		return 0, err
	}
	n = len(ref.Value().rows)
	ref.Release()
	return n, nil
}
