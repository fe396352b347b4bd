package givenbuffers

import "google.golang.org/grpc/mem"

// A callee has freed the message.
func (d *dispatcher) run(messages []mem.Buffer) {
	for _, m := range messages {
		if err := d.serve(m); err != nil {
			continue
		}
		d.bytes += len(m.ReadOnlyData()) // want "use-after-release: "
	}
}

// It has freed all of the request.
func call(request mem.BufferSlice) (body []byte, n int) {
	body = parse(request)
	return body, request.Len() // want "use-after-release: "
}

// What was pending is freed, and counted then.
func (d *dispatcher) flush() int {
	all := d.pending
	d.pending = nil
	all.Free()
	return all.Len() // want "use-after-release: "
}

// The function itself frees it.
func sizeLate(m mem.Buffer) int {
	m.Free()
	return size(m) // want "use-after-release: "
}
