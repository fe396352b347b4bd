package useafterrelease

import (
	"io"
	"log"

	"github.com/rcpool/rcpool"
)

// The reference is asked for the object that it has given up.
func logLate(r io.Reader) error {
	ref := packets.Get()
	err := receive(r, ref.Value())
	ref.Release()
	log.Print("received ", ref.Value().Seq) // want "use-after-release: "
	return err
}

// The borrow is as dead as its reference.
func sequence(r io.Reader) int {
	ref := packets.Get()
	p := ref.Value()
	if receive(r, p) != nil {
		ref.Release()
		return 0
	}
	ref.Release()
	return p.Seq // want "use-after-release: "
}

// Too late for a further reference.
func retainLate(r io.Reader, queue chan<- rcpool.Ref[Packet]) {
	ref := packets.Get()
	_ = receive(r, ref.Value())
	ref.Release()
	queue <- ref.Retain() // want "use-after-release: "
}

// Deferred calls run last in, first out: the audit comes after the release.
func auditLate(r io.Reader) error {
	ref := packets.Get()
	p := ref.Value()
	defer audit(p) // want "use-after-release: "
	defer ref.Release()
	return receive(r, p)
}

// The closure reads the packet after it was released.
func reportLate(r io.Reader) error {
	ref := packets.Get()
	p := ref.Value()
	defer func() { // want "use-after-release: "
		report(p.Seq)
	}()
	defer ref.Release()
	return receive(r, p)
}

// deliver has given the packet up.
func deliverAndReport(r io.Reader) {
	ref := packets.Get()
	p := ref.Value()
	_ = receive(r, p)
	deliver(ref)
	report(p.Seq) // want "use-after-release: "
}

// The bytes are those of the buffer, which is someone else's now.
func copyLate(r io.Reader, w io.Writer) error {
	buf := buffers.Get()
	if _, err := buf.Value().ReadFrom(r); err != nil {
		buf.Release()
		return err
	}
	content := buf.Value().Bytes()
	buf.Release()
	_, err := w.Write(content) // want "use-after-release: "
	return err
}

// A slice of the bytes is no better.
func magic(r io.Reader) bool {
	buf := buffers.Get()
	_, _ = io.CopyN(buf.Value(), r, 16)
	head := buf.Value().Bytes()
	if len(head) < 4 {
		buf.Release()
		return false
	}
	head = head[:4]
	buf.Release()
	return string(head) == "\x7fELF" // want "use-after-release: "
}

// The failed packet is released, and then used like the others.
func receiveAll(r io.Reader, total *int) {
	ref := packets.Get()
	p := ref.Value()
	err := receive(r, p)
	if err != nil {
		ref.Release()
	}
	*total += p.Seq // want "use-after-release: "
	if err == nil {
		ref.Release()
	}
}

// A write to the object of another.
func markLate(r io.Reader) error {
	ref := packets.Get()
	p := ref.Value()
	err := receive(r, p)
	ref.Release()
	if err != nil {
		p.Source = "broken" // want "use-after-release: "
	}
	return err
}

// The field is an array inside of the object.
func bodyLate(r io.Reader, w io.Writer) error {
	ref := packets.Get()
	body := ref.Value().Body[:]
	if err := receive(r, ref.Value()); err != nil {
		ref.Release()
		return err
	}
	ref.Release()
	_, err := w.Write(body) // want "use-after-release: "
	return err
}

// Drop is a release.
func dropEarly(r io.Reader) int {
	ref := packets.Get()
	p := ref.Value()
	_ = receive(r, p)
	rcpool.Drop(&ref)
	return p.Seq // want "use-after-release: "
}
