package retainedsends

import "google.golang.org/grpc/mem"

// The receivers share the packet's only reference.
func multicastUnretained(to []*receiver) {
	p := NewPacket("a")
	for _, r := range to {
		r.in <- p // want `escape`
	}
	p.Release()
}

// The receiver may have released the only reference.
func teeUnretained(to *receiver) {
	p := NewPacket("b")
	to.in <- p // want `escape`
	p.Release()
}

// Two receivers and this function have two references.
func bothAndRelease(p *Packet, first, second *receiver) {
	p.Retain()
	first.in <- p
	second.in <- p // want `escape`
	p.Release()
}

// Three receivers have two references.
func three(p *Packet, first, second, third *receiver) {
	p.Retain()
	first.in <- p
	second.in <- p
	third.in <- p // want `escape`
}

// The function releases what it was given twice.
func teeTwice(b mem.Buffer, to chan<- mem.Buffer) {
	b.Ref()
	to <- b
	b.Free()
	b.Free() // want `double-release`
}

// The goroutine has the retained reference, and the channel the other one.
func inBackgroundAndSent(b mem.Buffer, to chan<- mem.Buffer, use func([]byte)) {
	b.Ref()
	go func() {
		use(b.ReadOnlyData())
		b.Free()
	}()
	to <- b // want `escape`
	b.Free()
}
