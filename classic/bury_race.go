//go:build race

package classic

import (
	"reflect"
	"runtime"
)

// bury tells the race detector that the whole object of an ended checked lease
// was written, so that a later use is a race with the last decrement. A new
// goroutine reports the write, so that a use on the goroutine of the decrement is
// a race, too. No memory changes: the rcpool.Pool calls bury as its Memory, only
// for checked leases, and bury returns no memory to watch.
func bury(o *pooled) []byte {
	if object := reflect.ValueOf(o.lease.object); object.Kind() == reflect.Pointer {
		go func() { runtime.RaceWriteRange(object.UnsafePointer(), int(object.Type().Elem().Size())) }()
	}
	return nil
}
