// Package before counts with the buffers of grpc-go.
package before

import (
	"sync"

	"google.golang.org/grpc/mem"
)

func Fan(done *sync.WaitGroup, message string, sinks ...func([]byte)) {
	buffer := mem.Copy([]byte(message), mem.DefaultBufferPool())
	defer buffer.Free()
	for _, sink := range sinks {
		buffer.Ref()
		done.Go(func() {
			defer buffer.Free()
			sink(buffer.ReadOnlyData())
		})
	}
}
