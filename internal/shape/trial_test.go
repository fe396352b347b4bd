package shape

import (
	"reflect"
	"testing"
	"unsafe"
)

// A lease has left 7 in a field, and the reset did not write to it.
func TestTrial_TellsWhatIsData(t *testing.T) {
	l, _ := Of(reflect.TypeFor[struct{ N int }]()).find(0, true, nil)
	number := func(n uint64) sample { return sample{trace: trace{sum: n}} }
	try := func(func(unsafe.Pointer)) bool { return false }
	var empty sample
	lease, earlier := new(suspect), new(suspect)
	for _, test := range []struct {
		name         string
		j            judge
		by           *suspect // who left it
		known        *habit
		fresh, reset sample
		want         bool
	}{
		{"nothing can be tried", judge{}, lease, nil, empty, empty, true},
		{"the reset panics with a new object", judge{lease: Lease{Try: try}, mayTry: true}, lease, nil, empty, empty, true},
		{"the trials are used up", judge{lease: Lease{Try: try}}, lease, nil, empty, empty, false},
		{"the reset leaves the same", judge{tried: true}, lease, new(habit), empty, number(7), false},
		{"the reset leaves nothing", judge{tried: true}, lease, new(habit), empty, empty, true},
		{"the reset takes away what New wrote", judge{tried: true}, lease, new(habit), number(3), empty, false},
		{"the reset leaves something else, and there was no room", judge{tried: true}, lease, nil, empty, number(3), false},
		{"the reset leaves something else, for the first time", judge{tried: true}, lease, new(habit), empty, number(3), false},
		{"the same before and after the lease", judge{tried: true, lease: Lease{Tried: 1}}, lease, &habit{tried: number(3), triedAt: 1}, empty, number(3), true},
		{"something else before the lease", judge{tried: true, lease: Lease{Tried: 1}}, lease, &habit{tried: number(4), triedAt: 1}, empty, number(3), false},
		{"the same, but both after the lease", judge{tried: true, lease: Lease{Tried: 1}}, lease, &habit{tried: number(3), triedAt: 2}, empty, number(3), false},
		{"the same, but an earlier lease left it", judge{tried: true, lease: Lease{Tried: 1}}, earlier, &habit{tried: number(3), triedAt: 1}, empty, number(3), false},
	} {
		t.Run(test.name, func(t *testing.T) {
			test.j.suspect = lease
			d := doubt{suspect: test.by, known: test.known, left: number(7), fresh: test.fresh, reset: test.reset}
			if got := test.j.isData(l, &d); got != test.want {
				t.Errorf("got %v", got)
			}
		})
	}
}
