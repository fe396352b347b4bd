package zeroref

import (
	"bytes"

	"github.com/rcpool/rcpool"
)

// Without a text nothing was leased.
func write(text string) {
	var buf rcpool.Ref[bytes.Buffer]
	if text != "" {
		buf = buffers.Get()
		buf.Value().WriteString(text)
	}
	buf.Release() // want "zero-ref: "
}

// Move has left a zero reference.
func moveAndUse(out chan<- rcpool.Ref[bytes.Buffer], text string) int {
	buf := buffers.Get()
	buf.Value().WriteString(text)
	out <- rcpool.Move(&buf)
	return buf.Value().Len() // want "zero-ref: "
}

// Drop has left a zero reference.
func dropAndRetain(out chan<- rcpool.Ref[bytes.Buffer], text string) {
	buf := buffers.Get()
	buf.Value().WriteString(text)
	rcpool.Drop(&buf)
	out <- buf.Retain() // want "zero-ref: "
}

// There is nothing to detach.
func detachNothing() *bytes.Buffer {
	var buf rcpool.Ref[bytes.Buffer]
	return buf.Detach() // want "zero-ref: "
}

// If TryRetain says no, its reference is the zero one.
func lookUpWrong(c *cache) int {
	buf, ok := c.held.TryRetain()
	if !ok {
		buf.Release() // want "zero-ref: "
		return 0
	}
	n := buf.Value().Len()
	buf.Release()
	return n
}
