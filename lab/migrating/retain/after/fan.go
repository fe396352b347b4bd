// Package after is the same with stdpool.
package after

import (
	"sync"

	"github.com/rcpool/rcpool/stdpool"
)

func Fan(done *sync.WaitGroup, message string, sinks ...func([]byte)) {
	buffer := stdpool.Bytes(len(message))
	defer buffer.Release()
	copy(buffer.Value(), message)
	for _, sink := range sinks {
		done.Go(buffer.Hold(sink))
	}
}
