package zeroref

import (
	"bytes"

	"github.com/rcpool/rcpool"
)

// Every branch leases before the reference is used.
func writeEither(text string) {
	var buf rcpool.Ref[bytes.Buffer]
	if text != "" {
		buf = buffers.Get()
		buf.Value().WriteString(text)
	} else {
		buf = buffers.Get()
	}
	buf.Release()
}

// What was moved to is used, and not what was moved from.
func moveAndUseIt(out chan<- rcpool.Ref[bytes.Buffer], text string) int {
	buf := buffers.Get()
	buf.Value().WriteString(text)
	moved := rcpool.Move(&buf)
	n := moved.Value().Len()
	out <- moved
	return n
}

// The zero reference may be asked and dropped.
func dropAndAsk(text string) bool {
	buf := buffers.Get()
	buf.Value().WriteString(text)
	rcpool.Drop(&buf)
	rcpool.Drop(&buf)
	_, ok := buf.TryRetain()
	return ok || buf.Valid() || !buf.IsZero()
}

// Leased on the first turn, if any, and released if so.
func join(texts []string) (joined string) {
	var buf rcpool.Ref[bytes.Buffer]
	for i, text := range texts {
		if i == 0 {
			buf = buffers.Get()
		}
		buf.Value().WriteString(text)
	}
	if len(texts) > 0 {
		joined = buf.Value().String()
		buf.Release()
	}
	return joined
}

// The reference is used only if TryRetain said yes.
func lookUpRight(c *cache) int {
	buf, ok := c.lookUp()
	if !ok {
		return 0
	}
	defer buf.Release()
	return buf.Value().Len()
}
