//go:build race

package classic

import (
	"reflect"
	"runtime"
)

// bury tells the race detector that the whole object of a checked lease that
// is over was written, so that any later use of it is a race with the last
// decrement. The write is that of a goroutine of its own, so that a use by the
// goroutine that decremented is one, too. No memory changes: the rcpool.Pool
// calls bury as its Memory, in checked leases alone, and gets none to watch.
func bury(o *pooled) []byte {
	if object := reflect.ValueOf(o.lease.object); object.Kind() == reflect.Pointer {
		go func() { runtime.RaceWriteRange(object.UnsafePointer(), int(object.Type().Elem().Size())) }()
	}
	return nil
}
