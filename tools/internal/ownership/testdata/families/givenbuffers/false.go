package givenbuffers

import "google.golang.org/grpc/mem"

// The size is taken before.
func (d *dispatcher) count(messages []mem.Buffer) {
	for _, m := range messages {
		n := m.Len()
		if err := d.serve(m); err == nil {
			d.bytes += n
		}
	}
}

// Each turn frees the first one that is left.
func (d *dispatcher) drop(n int) {
	for len(d.pending) > 0 && d.pending[0].Len() <= n {
		d.pending[0].Free()
		d.pending = d.pending[1:]
	}
}

// It is freed here if the callee has not done so.
func (d *dispatcher) retry(m mem.Buffer) int {
	if d.tryServe(m) {
		return 0
	}
	defer m.Free()
	return m.Len()
}

// Another message has the name then.
func (d *dispatcher) last(messages []mem.Buffer) int {
	var m mem.Buffer
	for _, next := range messages {
		if m != nil {
			m.Free()
		}
		m = next
	}
	if m == nil {
		return 0
	}
	defer m.Free()
	return m.Len()
}
