// truth: zero-ref line 48 plain
package main

import (
	"errors"
	"fmt"

	"github.com/rcpool/rcpool"
)

type telemetry struct {
	device string
	values []int
	crc    uint32
}

func (t *telemetry) Reset() { *t = telemetry{values: t.values[:0]} }

var frames = rcpool.Pool[telemetry]{Name: "telemetry"}

type uplink struct {
	out    chan rcpool.Ref[telemetry]
	bytes  int
	errors int
}

var errNoData = errors.New("no data")

// sample is called by one goroutine only.
func (u *uplink) sample(device string, values ...int) error {
	f := frames.Get()
	defer rcpool.Drop(&f)
	t := f.Value()
	t.device = device
	if len(values) == 0 {
		u.errors++
		return errNoData
	}
	for _, v := range values {
		t.values = append(t.values, v)
		t.crc = t.crc*31 + uint32(v)
	}
	if len(u.out) == cap(u.out) {
		u.errors++
		return fmt.Errorf("%s: uplink busy", device)
	}
	u.out <- rcpool.Move(&f)
	u.bytes += 4 * len(f.Value().values)
	return nil
}

func (u *uplink) drain() (n int) {
	close(u.out)
	for f := range u.out {
		n += len(f.Value().values)
		f.Release()
	}
	return n
}

func main() {
	defer func() {
		if p := recover(); p != nil {
			fmt.Println("panic:", p.(*rcpool.Misuse).Kind)
		}
	}()
	u := &uplink{out: make(chan rcpool.Ref[telemetry], 2)}
	fmt.Println(u.sample("pump"))
	fmt.Println(u.sample("pump", 1, 2, 3))
	fmt.Println(u.drain(), u.bytes)
}
