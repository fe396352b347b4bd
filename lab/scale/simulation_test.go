package scale

import "testing"

// What a P gets done in the simulation without any costs of visits is known.
func TestSimulate_Ideal(t *testing.T) {
	for _, test := range []struct {
		flow  Flow
		n     int
		want  float64 // objects in a microsecond
		about float64
	}{
		{Flow{Use: 89}, 1, 10, 0.1},
		{Flow{Use: 89}, 8, 80, 1},
		{Flow{Use: 89, Moved: true}, 8, 80, 1},
		{Flow{Use: 94.5, OneWay: true}, 2, 10, 0.2}, // one P gets, one uses and puts
		{Flow{Use: 94.5, OneWay: true}, 16, 80, 4},
	} {
		r := Simulate(ideal, bins, test.flow, test.n, duration)
		if r.Objects < test.want-test.about || r.Objects > test.want+test.about || r.Waiting != 0 {
			t.Errorf("%+v on %d Ps: %+v, want %v objects", test.flow, test.n, r, test.want)
		}
	}
}

// One P that puts what it gets has everything in its cache. It makes no visits,
// so their costs do not matter.
func TestSimulate_SymmetricFlowNeedsNoVisits(t *testing.T) {
	costly := Costs{Hit: 4, Visit: 1e6, Locked: 1e6}
	r := Simulate(costly, oneBin, Flow{Use: 92}, 1, 1e8)
	if r.Objects < 9.9 {
		t.Errorf("%+v", r)
	}
}

// The lock of a single bin is free again after so long, so nobody can visit it
// more often; each object visits it twice, with half of a cache.
func TestSimulate_OneLockIsALimit(t *testing.T) {
	const n = 64
	flow := Flow{Use: 20, OneWay: true}
	limit := 1000 / (near.Locked + near.Transfer) * float64(oneBin.Room/2) / 2
	one := Simulate(near, oneBin, flow, n, duration)
	if one.Objects > 1.2*limit || one.Objects < limit/2 {
		t.Errorf("%.1f objects in a microsecond through one lock, the limit is %.1f", one.Objects, limit)
	}
	if several := Simulate(near, bins, flow, n, duration); several.Objects < 2*one.Objects {
		t.Errorf("%.1f objects in a microsecond with several bins, %.1f with one", several.Objects, one.Objects)
	}
}

// With bins, twice the Ps do about twice the work.
func TestSimulate_BinsScale(t *testing.T) {
	for _, c := range []Costs{near, far} {
		for _, flow := range flows {
			few, many := Simulate(c, bins, flow.Flow, 16, duration), Simulate(c, bins, flow.Flow, 256, duration)
			if many.Objects < 0.9*16*few.Objects {
				t.Errorf("%s: %.1f objects in a microsecond on 16 Ps, %.1f on 256", flow.name, few.Objects, many.Objects)
			}
		}
	}
}
