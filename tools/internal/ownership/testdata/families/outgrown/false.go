package outgrown

import "bytes"

// A buffer that has grown has memory of its own.
func compressGrown(data []byte) []byte {
	seed := get()
	buffer := bytes.NewBuffer(seed)
	buffer.Write(data)
	b := buffer.Bytes()
	if cap(b) > cap(seed) {
		put(seed)
	}
	p := b[:len(b)-1]
	mask(p)
	return append([][]byte{nil}, p)[1]
}

// What is returned is a copy.
func compressCopy(data []byte) []byte {
	seed := get()
	defer put(seed)
	buffer := bytes.NewBuffer(seed)
	buffer.Write(data)
	return bytes.Clone(buffer.Bytes())
}

// What does not fit is appended elsewhere.
func larger(p []byte) []byte {
	frame := frames.Get()
	defer frame.Release()
	f := frame.Value()
	if len(f.data)+len(p) > cap(f.data) {
		return append(f.data, p...)
	}
	return nil
}
