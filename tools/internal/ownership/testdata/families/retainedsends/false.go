package retainedsends

import "google.golang.org/grpc/mem"

// Each receiver gets a reference.
func multicast(p *Packet, to []*receiver) {
	for _, r := range to {
		p.Retain()
		r.in <- p
	}
	p.Release()
}

// The receiver has a reference of its own.
func tee(p *Packet, to *receiver) int {
	p.Retain()
	to.in <- p
	n := len(p.data)
	p.Release()
	return n
}

// The caller's reference goes to the second receiver.
func both(p *Packet, first, second *receiver) {
	p.Retain()
	first.in <- p
	second.in <- p
}

// There are two references more before there are two receivers.
func pair(p *Packet, first, second *receiver) {
	p.Retain()
	p.Retain()
	first.in <- p
	second.in <- p
	p.Release()
}

// The release is deferred.
func teeBuffer(b mem.Buffer, to chan<- mem.Buffer) int {
	defer b.Free()
	b.Ref()
	to <- b
	return b.Len()
}

// A goroutine has the retained reference.
func inBackground(b mem.Buffer, use func([]byte)) {
	b.Ref()
	go func() {
		use(b.ReadOnlyData())
		b.Free()
	}()
	b.Free()
}
