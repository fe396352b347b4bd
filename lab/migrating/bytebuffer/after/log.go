// Package after is the same with stdpool.
package after

import (
	"fmt"
	"io"

	"github.com/rcpool/rcpool/stdpool"
)

func Log(w io.Writer, format string, args ...any) error {
	ref := stdpool.Buffer()
	defer ref.Release()
	buffer := ref.Value()
	fmt.Fprintf(buffer, format, args...)
	buffer.WriteString("\n")
	_, err := buffer.WriteTo(w)
	return err
}

// Send gives each sink a reference, and copies nothing.
func Send(line string, sinks ...chan<- stdpool.ByteRef) {
	bytes := stdpool.Bytes(0)
	defer bytes.Release()
	bytes.WriteString("> ")
	bytes.WriteString(line)
	for _, sink := range sinks {
		sink <- bytes.Retain()
	}
}

func Receive(from <-chan stdpool.ByteRef) string {
	bytes := <-from
	defer bytes.Release()
	return string(bytes.Value())
}
