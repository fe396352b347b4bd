package variadiclog

import (
	"fmt"

	"google.golang.org/grpc/mem"
)

// The buffer is freed on each way.
func serve(request []byte, known bool) error {
	buffer := mem.Copy(request, pool)
	defer buffer.Free()
	if !known {
		return fmt.Errorf("%w: %s", errMethod, method(buffer.ReadOnlyData()))
	}
	return nil
}

// The second Close does nothing.
func report(send func([]byte) error) (err error) {
	s := open(send)
	defer func() {
		if cerr := s.Close(); err == nil {
			err = cerr
		}
	}()
	if s.e == nil {
		return errMethod
	}
	return s.Close()
}
