package classic

import (
	"reflect"

	"github.com/rcpool/rcpool/internal/race"
)

// bury tells the race detector that the whole object of an ended checked lease
// was written, so that a later use is a race with the last decrement. A new
// goroutine reports the write, so that a use on the goroutine of the decrement is
// a race, too. No memory changes: the rcpool.Pool calls bury as its Memory, only
// for checked leases, and bury returns no memory to watch. Without the race
// detector it does nothing.
func bury(o *pooled) []byte {
	if object := reflect.ValueOf(o.lease.object); race.Enabled && object.Kind() == reflect.Pointer {
		go race.WriteRange(object.UnsafePointer(), object.Type().Elem().Size())
	}
	return nil
}
