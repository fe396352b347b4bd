package otherways

// done has given it up.
func build(kept []*report) ([]*report, error) {
	b := newBuilder()
	r, err := b.done()
	if err != nil {
		return kept, err
	}
	return append(kept, r), nil
}

// The sink has it now.
func deliver(to sink) bool {
	b := newBuilder()
	return b.send(to)
}

// It is given up in any case.
func count(quick bool) int {
	b := newBuilder()
	b.ref.Value().rows = 2
	return b.close(quick)
}
