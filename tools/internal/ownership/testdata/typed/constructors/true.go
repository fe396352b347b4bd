package constructors

import "github.com/rcpool/rcpool"

// The struct is closed twice.
func closedTwice() {
	h := newHolder(buffers.Get())
	h.Close()
	h.Close() // want "double-release: "
}

// One of the two owners is released twice.
func oneOfTwoTwice() {
	p := newPair()
	p.a.Close()
	p.a.Close() // want "double-release: "
	p.b.Close()
}

// The box is closed, and its reference released as well.
func closedAndReleased() {
	ref := buffers.Get()
	b := newBox(ref)
	b.Close()
	ref.Release() // want "double-release: "
}

// Both owners of the twin are closed, and one of them again.
func twinTwice() {
	t := newTwin()
	t.left.in.Close()
	t.right.in.Close()
	t.left.in.Close() // want "double-release: "
}

// The object leaks although the error is handled.
func usedBeforeError(name string) error {
	ref, err := open(name) // want "leak: "
	if err != nil {
		return err
	}
	n := len(ref.Value().data)
	if n > 0 {
		return errBad
	}
	ref.Release()
	return nil
}

func open(name string) (rcpool.Ref[buffer], error) {
	if name == "" {
		return rcpool.Ref[buffer]{}, validate(name)
	}
	return buffers.Get(), nil
}
