// Package before pools with bytebufferpool.
package before

import (
	"fmt"
	"io"

	"github.com/valyala/bytebufferpool"
)

func Log(w io.Writer, format string, args ...any) error {
	buffer := bytebufferpool.Get()
	defer bytebufferpool.Put(buffer)
	fmt.Fprintf(buffer, format, args...)
	buffer.WriteString("\n")
	_, err := buffer.WriteTo(w)
	return err
}

// Send gives each sink a copy: nobody could tell when the last one is done.
func Send(line string, sinks ...chan<- []byte) {
	buffer := bytebufferpool.Get()
	defer bytebufferpool.Put(buffer)
	buffer.WriteString("> ")
	buffer.WriteString(line)
	for _, sink := range sinks {
		sink <- append([]byte(nil), buffer.B...)
	}
}

func Receive(from <-chan []byte) string { return string(<-from) }
