package bytesgiven

import (
	"bytes"
	"slices"

	"github.com/rcpool/rcpool/stdpool"
)

// What is sent is a copy.
func (t *tap) forwardCopy(packet stdpool.ByteRef) {
	defer packet.Release()
	if data := packet.Value(); len(data) > 4 {
		t.mirror(bytes.Clone(data[4:]))
	}
}

// The caller keeps its reference: nothing is released here.
func (t *tap) peek(packet stdpool.ByteRef) {
	t.mirror(packet.Value())
}

// Whoever has the field clears it before the release.
func (t *tap) noteForNow(packet stdpool.ByteRef) {
	t.remember(packet.Value())
	t.count(t.last)
	t.last = nil
	packet.Release()
}

// Another reference keeps the bytes.
func (t *tap) share(packet stdpool.ByteRef) stdpool.ByteRef {
	defer packet.Release()
	t.count(packet.Value())
	return packet.Retain()
}

// They are counted before the release.
func (t *tap) early(packet stdpool.ByteRef) {
	data := packet.Value()
	t.count(data)
	packet.Release()
}

// A goroutine that is waited for reads them.
func (t *tap) joined(packet stdpool.ByteRef) {
	defer packet.Release()
	t.wg.Go(func() { t.count(packet.Value()) })
	t.wg.Wait()
}

// A copy is returned.
func headerCopy(p parcel) []byte {
	defer p.body.Release()
	return slices.Clone(p.body.Value()[:4])
}
