// Package cloned has bytes that outlive their buffer: they lack memory of
// their own.
package cloned

import (
	"bytes"
	"io"

	"github.com/rcpool/rcpool"
)

var buffers = rcpool.Pool[bytes.Buffer]{Name: "buffers"}

func read(r io.Reader) ([]byte, error) {
	buf := buffers.Get()
	defer buf.Release()
	if _, err := buf.Value().ReadFrom(r); err != nil {
		return nil, err
	}
	// want +1 "escape: "
	return buf.Value().Bytes(), nil
}

func head(r io.Reader) []byte {
	buf := buffers.Get()
	defer buf.Release()
	_, _ = buf.Value().ReadFrom(r)
	content := buf.Value().Bytes()
	if len(content) < 8 {
		return nil
	}
	// want +1 "escape: "
	return content[:8]
}
