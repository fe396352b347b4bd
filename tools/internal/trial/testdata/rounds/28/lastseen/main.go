// truth: escape line 66,97 callee

// Command lastseen tracks vehicles: it decodes position reports, computes the
// speed between two of them and raises an alarm on jumps.
package main

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"

	"github.com/rcpool/rcpool"
)

type Fix struct {
	Vehicle uint16
	Unix    int64
	X, Y    float64
	Sats    []uint8
}

func (f *Fix) Reset() { *f = Fix{Sats: f.Sats[:0]} }

var errShort = errors.New("short report")

func (f *Fix) decode(b []byte) error {
	if len(b) < 15 {
		return errShort
	}
	f.Vehicle = binary.BigEndian.Uint16(b)
	f.Unix = int64(binary.BigEndian.Uint32(b[2:]))
	f.X = float64(int32(binary.BigEndian.Uint32(b[6:]))) / 10
	f.Y = float64(int32(binary.BigEndian.Uint32(b[10:]))) / 10
	n := int(b[14])
	if len(b) < 15+n {
		return errShort
	}
	f.Sats = append(f.Sats, b[15:15+n]...)
	return nil
}

type Alarm struct {
	Vehicle uint16
	Speed   float64
}

type Tracker struct {
	vehicle  uint16
	previous *Fix
	max      float64
	alarms   []Alarm
}

func (t *Tracker) observe(f *Fix) (speed float64) {
	if p := t.previous; p != nil {
		dt := float64(f.Unix - p.Unix)
		if dt <= 0 {
			return 0 // late or doubled report
		}
		speed = math.Hypot(f.X-p.X, f.Y-p.Y) / dt
		if speed > t.max {
			t.alarms = append(t.alarms, Alarm{t.vehicle, speed})
		}
	}
	t.previous = f
	return speed
}

type Fleet struct {
	fixes    rcpool.Pool[Fix]
	trackers map[uint16]*Tracker
	minSats  int
	rejected int
}

func (fl *Fleet) tracker(vehicle uint16) *Tracker {
	t, ok := fl.trackers[vehicle]
	if !ok {
		t = &Tracker{vehicle: vehicle, max: 50}
		fl.trackers[vehicle] = t
	}
	return t
}

func (fl *Fleet) Report(b []byte) (float64, error) {
	fix := fl.fixes.Get()
	defer fix.Release()
	f := fix.Value()
	if err := f.decode(b); err != nil {
		return 0, fmt.Errorf("fleet: %w", err)
	}
	if len(f.Sats) < fl.minSats {
		fl.rejected++
		return 0, nil
	}
	return fl.tracker(f.Vehicle).observe(f), nil
}

func report(vehicle uint16, at uint32, x, y int32, sats ...byte) []byte {
	b := binary.BigEndian.AppendUint16(nil, vehicle)
	b = binary.BigEndian.AppendUint32(b, at)
	b = binary.BigEndian.AppendUint32(b, uint32(x))
	b = binary.BigEndian.AppendUint32(b, uint32(y))
	return append(append(b, byte(len(sats))), sats...)
}

func main() {
	fl := &Fleet{trackers: make(map[uint16]*Tracker), minSats: 2}
	for _, b := range [][]byte{
		report(1, 100, 0, 0, 5, 7, 9),
		report(2, 100, 50, 50, 5, 7),
		report(1, 110, 1000, 0, 5, 7, 9),
		report(2, 105, 60, 50, 5),
		report(2, 111, 9000, 50, 5, 8),
		{1, 2, 3},
	} {
		speed, err := fl.Report(b)
		fmt.Printf("%.1f %v\n", speed, err)
	}
	fmt.Println(fl.rejected, len(fl.trackers))
}
