package recovers

import (
	"errors"
	"fmt"

	"github.com/rcpool/rcpool"
)

// The deferred release runs, panic or not.
func safeInvokeReleased(name string) (result int, err error) {
	defer func() {
		if recover() != nil {
			err = errPanic
		}
	}()
	ref := calls.Get()
	defer ref.Release()
	ref.Value().Name = name
	return invoke(ref.Value()), nil
}

// The recovery releases after a panic, and the function otherwise.
func safeArgsReleased(args []int) (err error) {
	ref := calls.Get()
	defer func() {
		if recover() != nil {
			ref.Release()
			err = errPanic
		}
	}()
	if len(args) > len(ref.Value().Args) {
		panic("too many arguments")
	}
	copy(ref.Value().Args[:], args)
	note(ref.Value())
	ref.Release()
	return nil
}

// The recovery notes the call, and then drops it if it is still there.
func safeNoteDropped(name string) (result int) {
	ref := calls.Get()
	ref.Value().Name = name
	defer func() {
		if recover() != nil {
			note(ref.Value())
		}
		rcpool.Drop(&ref)
	}()
	return invoke(ref.Value())
}

// If must panics, there is no reference.
func safeMust(name string) (result int, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("%v", p)
		}
	}()
	ref := must(lookup(name))
	defer ref.Release()
	return len(ref.Value().Args), nil
}

func must(ref rcpool.Ref[Call], err error) rcpool.Ref[Call] {
	if err != nil {
		panic(err)
	}
	return ref
}

func lookup(name string) (rcpool.Ref[Call], error) {
	if name == "" {
		return rcpool.Ref[Call]{}, errors.New("no name")
	}
	ref := calls.Get()
	ref.Value().Name = name
	return ref, nil
}
