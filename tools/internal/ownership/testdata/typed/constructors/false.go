package constructors

import "github.com/rcpool/rcpool"

// A constructor of one line.
func closedOnce() {
	h := newHolder(buffers.Get())
	h.Close()
}

// The same, generic.
func boxClosedOnce() {
	b := newBox(buffers.Get())
	defer b.Close()
	_ = len(b.ref.Value().data)
}

// Two owners are two owners.
func pairClosed() {
	p := newPair()
	defer p.Close()
	p.a.ref.Value().data = append(p.a.ref.Value().data[:0], 1)
}

// Two owners, one struct deeper.
func twinClosed() {
	t := newTwin()
	t.left.in.Close()
	t.right.in.Close()
}

// A zero Ref beside an error that may be nil, as far as the analyzer knows.
func opened(name string) (int, error) {
	ref, err := openChecked(name)
	if err != nil {
		return 0, err
	}
	defer ref.Release()
	return len(ref.Value().data), nil
}

func openChecked(name string) (rcpool.Ref[buffer], error) {
	if name == "" {
		return rcpool.Ref[buffer]{}, validate(name)
	}
	return buffers.Get(), nil
}
