package useafterrelease

import (
	"bytes"
	"io"
	"log"
)

// The number was copied while the packet was held.
func logCopied(r io.Reader) error {
	ref := packets.Get()
	err := receive(r, ref.Value())
	seq := ref.Value().Seq
	ref.Release()
	log.Print("received ", seq)
	return err
}

// The result is evaluated before deferred calls run.
func sequenceDeferred(r io.Reader) int {
	ref := packets.Get()
	defer ref.Release()
	p := ref.Value()
	if receive(r, p) != nil {
		return 0
	}
	return p.Seq
}

// The first reference goes, another one holds the packet.
func retainEarly(r io.Reader) int {
	ref := packets.Get()
	p := ref.Value()
	_ = receive(r, p)
	other := ref.Retain()
	ref.Release()
	seq := p.Seq + other.Value().Seq
	other.Release()
	return seq
}

// Deferred calls run last in, first out: the audit comes before the release.
func auditEarly(r io.Reader) error {
	ref := packets.Get()
	defer ref.Release()
	p := ref.Value()
	defer audit(p)
	return receive(r, p)
}

// The arguments of a deferred call are evaluated at once.
func reportEarly(r io.Reader) error {
	ref := packets.Get()
	p := ref.Value()
	if err := receive(r, p); err != nil {
		ref.Release()
		return err
	}
	defer report(p.Seq)
	ref.Release()
	return nil
}

// deliver gets a reference of its own.
func deliverRetained(r io.Reader) {
	ref := packets.Get()
	defer ref.Release()
	p := ref.Value()
	_ = receive(r, p)
	deliver(ref.Retain())
	report(p.Seq)
}

// A clone has memory of its own.
func copyCloned(r io.Reader, w io.Writer) error {
	buf := buffers.Get()
	if _, err := buf.Value().ReadFrom(r); err != nil {
		buf.Release()
		return err
	}
	content := bytes.Clone(buf.Value().Bytes())
	buf.Release()
	_, err := w.Write(content)
	return err
}

// String copies, and so does append to another slice.
func texts(r io.Reader) (string, []byte) {
	buf := buffers.Get()
	_, _ = buf.Value().ReadFrom(r)
	text := buf.Value().String()
	content := append([]byte(nil), buf.Value().Bytes()...)
	buf.Release()
	return text, content
}

// The packet is used only if it was not released.
func receiveAllGood(r io.Reader, total *int) {
	ref := packets.Get()
	p := ref.Value()
	err := receive(r, p)
	if err != nil {
		ref.Release()
	}
	if err == nil {
		*total += p.Seq
		ref.Release()
	}
}

// The peer belongs to the connection; the packet only points to it.
func peerName(r io.Reader, peer *Peer) string {
	ref := packets.Get()
	p := ref.Value()
	p.Peer = peer
	_ = receive(r, p)
	from := p.Peer
	ref.Release()
	return from.Name
}

// An array is copied by assignment.
func bodyCopied(r io.Reader, w io.Writer) error {
	ref := packets.Get()
	if err := receive(r, ref.Value()); err != nil {
		ref.Release()
		return err
	}
	body := ref.Value().Body
	ref.Release()
	_, err := w.Write(body[:])
	return err
}

// A stale reference may be asked whether it is, and for another one in vain.
func askStale(r io.Reader) bool {
	ref := packets.Get()
	_ = receive(r, ref.Value())
	ref.Release()
	if again, ok := ref.TryRetain(); ok {
		again.Release()
	}
	return ref.Valid()
}
