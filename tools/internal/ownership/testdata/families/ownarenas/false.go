package ownarenas

import (
	"bytes"

	"test/families/ownarenas/names"
)

// The block goes on where the last owner has stopped: the strings share it.
func name2(p []byte) string {
	b := getBlock()
	defer putBlock(b)
	return b.AppendName(p)
}

// Nothing resets the block.
func names2(all [][]byte) (out []string) {
	b := blocks.Get().(*names.Block)
	for _, p := range all {
		out = append(out, b.AppendName(p))
	}
	blocks.Put(b)
	return out
}

// What the function counts in was copied there before.
func count2(from, to []byte) {
	state := states.Get()
	defer states.Put(state)
	all, ok := state.([]byte)
	if !ok {
		return
	}
	counter := all[:copy(all, from)]
	increment(counter)
	copy(to, counter)
}

// The line is empty when it goes back.
func line2(p []byte) string {
	l := getLine()
	defer putLine(l)
	l.Append(p)
	return l.String()
}

// The buffer is drained.
func drained2(p []byte, to *bytes.Buffer) {
	b := buffers.Get()
	defer buffers.Put(b)
	text := b.(*bytes.Buffer)
	text.Write(p)
	text.WriteTo(to)
}
