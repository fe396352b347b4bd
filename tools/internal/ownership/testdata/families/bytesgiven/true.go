package bytesgiven

import "github.com/rcpool/rcpool/stdpool"

// A callee sends the bytes.
func (t *tap) forward(packet stdpool.ByteRef) {
	defer packet.Release()
	data := packet.Value()
	if len(data) > 4 {
		t.mirror(data[4:]) // want "escape: "
	}
}

// They are sent here.
func (t *tap) send(packet stdpool.ByteRef) {
	defer packet.Release()
	t.feed <- packet.Value() // want "escape: "
}

// A callee keeps them in a field.
func (t *tap) note(packet stdpool.ByteRef) {
	t.remember(packet.Value()) // want "escape: "
	packet.Release()
}

// A callee keeps them in a list.
func (t *tap) gather(packet stdpool.ByteRef) {
	defer packet.Release()
	t.collect(packet.Value()[2:]) // want "escape: "
}

// They are read late.
func (t *tap) late(packet stdpool.ByteRef) {
	data := packet.Value()
	packet.Release()
	t.count(data) // want "use-after-release: "
}

// They are a part of a struct.
func (t *tap) deliver(p parcel) {
	data := p.body.Value()
	p.body.Release()
	t.sum += len(p.to) + int(data[0]) // want "use-after-release: "
}

// They are returned.
func header(packet stdpool.ByteRef) []byte {
	defer packet.Release()
	return packet.Value()[:4] // want "escape: "
}
