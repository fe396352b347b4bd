package experiment

import (
	"testing"
	"time"

	"github.com/rcpool/rcpool"
	"github.com/rcpool/rcpool/lab/service"
)

func measure(t *testing.T, key string) Measure {
	for _, m := range Measures {
		if m.Key == key {
			return m
		}
	}
	t.Fatalf("no measure %q", key)
	return Measure{}
}

func TestMeasure_PercentilesOfSeveralBlocksAreThoseOfAllRequests(t *testing.T) {
	var fast, slow Block
	for i := range 900 {
		fast.Load.Latency.Record(time.Duration(i) * 10 * time.Microsecond)
	}
	for i := range 100 {
		slow.Load.Latency.Record(time.Second + time.Duration(i)*time.Millisecond)
	}
	fast.Load.Requests, slow.Load.Requests = 900, 100
	got := measure(t, "p95").Total([]Block{fast, slow})
	if got < 1.04 || got > 1.06 {
		t.Errorf("p95 of all is %v s, want 1.05", got)
	}
}

func TestMeasure_UnitsOfTheBenchmarkFormat(t *testing.T) {
	var b Block
	b.Load.Requests = 200
	b.Load.Latency.Record(10 * time.Millisecond)
	b.Use = Use{CPUSeconds: 0.4, AllocBytes: 4000, AllocObjects: 600, GCCycles: 2, GCCPUSeconds: 0.1}
	for key, want := range map[string]float64{"p50": 10e6, "cpu": 2e6, "bytes": 20, "objects": 3, "gc": 0.01, "gccpu": 0.25} {
		if got := measure(t, key).Benchmark(b); got < want*0.999 || got > want*1.001 {
			t.Errorf("%s: %v %s, want %v", key, got, measure(t, key).Code, want)
		}
	}
}

func TestUsed_MatchesPoolsByName(t *testing.T) {
	before := service.Snapshot{Requests: 10, Errors: map[string]uint64{"cache": 1}, Pools: []rcpool.Stats{{Name: "b", Gets: 5, News: 5}}}
	after := service.Snapshot{Requests: 30, Errors: map[string]uint64{"cache": 1, "pricing": 2}, AllocBytes: 7,
		Pools: []rcpool.Stats{{Name: "a", Gets: 3, News: 2}, {Name: "b", Gets: 25, News: 10, InUse: 1, Retired: 4}}}
	u := used(before, after)
	if u.Requests != 20 || u.AllocBytes != 7 || len(u.Errors) != 1 || u.Errors["pricing"] != 2 {
		t.Errorf("%+v", u)
	}
	if want := (PoolUse{Name: "a", Gets: 3, News: 2}); u.Pools[0] != want {
		t.Errorf("got %+v, want %+v", u.Pools[0], want)
	}
	if want := (PoolUse{Name: "b", Gets: 20, News: 5, InUse: 1, Retired: 4}); u.Pools[1] != want || want.Reuse() != 0.75 {
		t.Errorf("got %+v, want %+v", u.Pools[1], want)
	}
	u.add(u)
	if want := (PoolUse{Name: "b", Gets: 40, News: 10, InUse: 1, Retired: 8}); u.Pools[1] != want {
		t.Errorf("twice that is %+v, want %+v", u.Pools[1], want)
	}
}

func TestNumber_ThreeSignificantDigits(t *testing.T) {
	for want, n := range map[string]Number{"0": 0, "0.120": 0.12, "0.0752": 0.07519, "1.02": 1.0199, "10.0": 9.999, "45.6": 45.55001, "789": 788.8, "12300": 12345, "1000": 999.9} {
		if got := n.String(); got != want {
			t.Errorf("%v is written %s, want %s", float64(n), got, want)
		}
	}
}

func TestNumber_Times(t *testing.T) {
	for want, n := range map[string]Number{"0x": 0, "0.12x": 0.117, "0.075x": 0.0752, "0.10x": 0.0998, "1.04x": 1.041, "0.99x": 0.986, "2.00x": 2, "12x": 12.3, "10x": 9.999} {
		if got := n.Times(); got != want {
			t.Errorf("%v is written %s, want %s", float64(n), got, want)
		}
	}
}
