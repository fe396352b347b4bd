package variadiclog

import (
	"fmt"

	"google.golang.org/grpc/mem"
)

// The error has a part of the buffer, which is lost.
func serveLost(request []byte, known bool) error {
	buffer := mem.Copy(request, pool) // want "leak: "
	if !known {
		return fmt.Errorf("%w: %s", errMethod, buffer.ReadOnlyData())
	}
	buffer.Free()
	return nil
}

// The encoder is put back twice.
func reportTwice(send func([]byte) error) error {
	s := open(send)
	defer s.closeAlways()
	return s.closeAlways() // want "use-after-release: |double-release: "
}
