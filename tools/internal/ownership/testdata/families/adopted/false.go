package adopted

import (
	"encoding/gob"
	"runtime"
)

// The finalizer releases the codec.
func open() {
	c := NewCodec()
	runtime.SetFinalizer(c, (*Codec).DecRef)
}

// The registry keeps the codec for good.
func register() {
	c := NewCodec()
	gob.Register(c)
}
