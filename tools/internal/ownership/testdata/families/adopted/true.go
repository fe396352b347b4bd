package adopted

import (
	"encoding/binary"
	"runtime"
)

// The codec is kept alive only until here.
func openLost() {
	c := NewCodec() // want "leak: "
	runtime.KeepAlive(c)
}

// The size of the codec is asked, and nothing keeps it.
func registerLost() int {
	c := NewCodec() // want "leak: "
	return binary.Size(c)
}
