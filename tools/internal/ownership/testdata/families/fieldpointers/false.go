package fieldpointers

import "github.com/rcpool/rcpool"

// At the fifth turn, the windows are exchanged.
func rotate() (string, string) {
	var v views
	v.cur, v.old = &window{}, &window{}
	defer v.cur.close()
	defer v.old.close()
	for i := range 12 {
		if i == 5 {
			v.cur.swap(v.old)
		}
		rcpool.Drop(&v.cur.hottest)
		v.cur.hottest = readings.Get()
	}
	return v.cur.hottest.Value().Device, v.old.hottest.Value().Device
}

// A function has the pointers in a struct.
func rotateBy() string {
	var v views
	v.old = &window{}
	cur := &window{}
	defer cur.close()
	defer v.old.close()
	for i := range 12 {
		turn(views{i, cur, v.old})
	}
	return v.old.hottest.Value().Device
}

func turn(v views) {
	if v.n == 5 {
		v.cur.swap(v.old)
	}
	rcpool.Drop(&v.cur.hottest)
	v.cur.hottest = readings.Get()
}

// The window is filled when the loop has come to the device.
func find(devices []string, name string) string {
	v := &views{old: &window{}}
	defer v.old.close()
	for _, device := range devices {
		if device == name {
			v.old.hottest = readings.Get()
			v.old.hottest.Value().Device = device
			break
		}
	}
	if v.old.seen == 0 && v.old.hottest.IsZero() {
		return ""
	}
	return v.old.hottest.Value().Device
}

// It is filled right away.
func first(name string) string {
	var v views
	v.cur = &window{}
	v.cur.hottest = readings.Get()
	defer v.cur.close()
	v.cur.hottest.Value().Device = name
	return v.cur.hottest.Value().Device
}
