package outgrown

import "bytes"

// The buffer has not grown where the seed is put back.
func compress(data []byte) []byte {
	seed := get()
	buffer := bytes.NewBuffer(seed)
	buffer.Write(data)
	b := buffer.Bytes()
	if cap(b) <= cap(seed) {
		put(seed)
	}
	return b // want "use-after-release: "
}

// Nobody asks whether it has grown.
func compressAlways(data []byte) []byte {
	seed := get()
	buffer := bytes.NewBuffer(seed)
	buffer.Write(data)
	put(seed)
	return buffer.Bytes() // want "use-after-release: "
}

// What fits is appended there.
func smaller(p []byte) []byte {
	frame := frames.Get()
	defer frame.Release()
	f := frame.Value()
	if len(f.data)+len(p) <= cap(f.data) {
		return append(f.data, p...) // want "escape: "
	}
	return nil
}
