package experiment

import (
	"testing"
	"time"

	"github.com/rcpool/rcpool"
	"github.com/rcpool/rcpool/lab/service"
)

func TestMeasure_PercentilesOfSeveralBlocksAreThoseOfAllRequests(t *testing.T) {
	var fast, slow Block
	for i := range 900 {
		fast.Load.Latency.Record(time.Duration(i) * 10 * time.Microsecond)
	}
	for i := range 100 {
		slow.Load.Latency.Record(time.Second + time.Duration(i)*time.Millisecond)
	}
	fast.Load.Requests, slow.Load.Requests = 900, 100
	got := measureOf("p95").Total([]Block{fast, slow})
	if got < 1.04 || got > 1.06 {
		t.Errorf("p95 of all is %v s, want 1.05", got)
	}
}

func TestMeasure_UnitsOfTheBenchmarkFormat(t *testing.T) {
	var b Block
	b.Load.Requests = 200
	b.Load.Latency.Record(10 * time.Millisecond)
	b.Use = Use{CPUSeconds: 0.4, AllocBytes: 4000, AllocObjects: 600, GCCycles: 2, GCCPUSeconds: 0.125, BusyCPUSeconds: 0.5}
	for key, want := range map[string]float64{"p50": 10e6, "cpu": 2e6, "bytes": 20, "objects": 3, "gc": 0.01, "gccpu": 0.25} {
		if got := measureOf(key).Benchmark(b); got < want*0.999 || got > want*1.001 {
			t.Errorf("%s: %v %s, want %v", key, got, measureOf(key).Code, want)
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

func TestUsed_AddsPauses(t *testing.T) {
	start := service.Snapshot{Pauses: service.Pauses{{Most: 20.48e-6, Count: 5}}}
	middle := service.Snapshot{Pauses: service.Pauses{{Most: 20.48e-6, Count: 8}, {Most: 3e-3, Count: 1}}}
	end := service.Snapshot{Pauses: service.Pauses{{Most: 20.48e-6, Count: 8}, {Most: 131.072e-6, Count: 4}, {Most: 3e-3, Count: 1}}}
	first, second := used(start, middle), used(middle, end)
	var sum Use
	sum.add(first)
	sum.add(second)
	for i, want := range []struct {
		count       int64
		least, most time.Duration
	}{{8, 21 * time.Microsecond, 3 * time.Millisecond}, {4, 21 * time.Microsecond, 3 * time.Millisecond}, {4, 132 * time.Microsecond, 132 * time.Microsecond}} {
		got := []Use{sum, first, second}[i].Pauses
		if got.Count() != want.count || got.Quantile(0.1) != want.least || got.Max() != want.most {
			t.Errorf("%d: %d pauses from %v to %v, want %+v", i, got.Count(), got.Quantile(0.1), got.Max(), want)
		}
	}
}

func TestUsed_AddsTheGrowthOfBuffers(t *testing.T) {
	at := func(leases, bytes uint64) service.Snapshot {
		return service.Snapshot{Pools: []rcpool.Stats{{Name: "a"}, {Name: "b"}}, Growths: map[string]service.Growth{"b": {Leases: leases, Bytes: bytes}}}
	}
	first, second := used(at(1, 10), at(4, 50)), used(at(4, 50), at(5, 90))
	var sum Use
	sum.add(first)
	sum.add(second)
	for i, want := range []service.Growth{{Leases: 4, Bytes: 80}, {Leases: 3, Bytes: 40}, {Leases: 1, Bytes: 40}} {
		got := []Use{sum, first, second}[i].Pools
		if got[0].Growth != nil || *got[1].Growth != want {
			t.Errorf("%d: got %v and %v, want none and %v", i, got[0].Growth, got[1].Growth, want)
		}
	}
}

// blocks makes a block of each amount of garbage collections, in rounds from 1.
func blocks(cycles ...float64) []Block {
	var all []Block
	for i, n := range cycles {
		b := Block{Round: i + 1, Use: Use{GCCycles: n, AllocBytes: n}}
		b.Load.Requests = 1000
		all = append(all, b)
	}
	return all
}

func TestMeasure_RatioOfCollectionsIsThatOfTheTotals(t *testing.T) {
	if got := measureOf("gc").Ratio(blocks(4, 0, 4), blocks(0, 1, 1), 1); got.Median != 0.25 || got.Rounds != 1 {
		t.Errorf("%v, want 2 by 8", got)
	}
	if got := measureOf("bytes").Ratio(blocks(4, 2, 1), blocks(2, 2, 2), 1); !near(got.Median, 1) {
		t.Errorf("%v, want the geometric mean of 0.5, 1 and 2", got)
	}
}

func TestMeasure_RatioIsOfTheSameRound(t *testing.T) {
	a, b := blocks(1, 10, 100), blocks(2, 20, 200)
	if got := measureOf("bytes").Ratio(a, []Block{b[2], b[0]}, 1); !near(got.Median, 2) {
		t.Errorf("%v, want 2", got)
	}
	for i := range b {
		b[i].Set = 1 // of other processes
	}
	if got := measureOf("bytes").Ratio(a, b, 1); got.Rounds != 0 {
		t.Errorf("%v of rounds of different sets", got)
	}
}
