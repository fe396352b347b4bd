package traffic_test

import (
	"encoding/json"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/rcpool/rcpool/lab/traffic"
)

// near reports whether got is within 0.2 % or 2 µs of want: three digits, and whole microseconds.
func near(got, want time.Duration) bool {
	off := (got - want).Abs()
	return off <= 2*time.Microsecond || float64(off) <= 0.002*float64(want)
}

func TestHistogram_QuantilesAreThoseOfTheSortedValues(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	var h traffic.Histogram
	var all []time.Duration
	for range 10_000 {
		d := time.Duration(random.ExpFloat64() * float64(30*time.Millisecond))
		h.Record(d)
		all = append(all, d)
	}
	slices.Sort(all)
	for _, q := range []float64{0.01, 0.5, 0.9, 0.95, 0.99, 0.999} {
		want := all[int(q*float64(len(all)))-1]
		if got := h.Quantile(q); !near(got, want) {
			t.Errorf("quantile %v is %v, want %v", q, got, want)
		}
	}
	if got, want := h.Max(), all[len(all)-1]; got != want {
		t.Errorf("max %v, want exactly %v", got, want)
	}
	if h.Quantile(1) > h.Max() {
		t.Errorf("quantile 1 is %v, above the maximum %v", h.Quantile(1), h.Max())
	}
}

// Two blocks of very different latency: the p95 of all requests is nowhere near the mean of the two p95.
func TestHistogram_AddMergesRequestsAndDoesNotAverage(t *testing.T) {
	var fast, slow, both traffic.Histogram
	for i := range 900 {
		d := time.Duration(i+1) * 10 * time.Microsecond
		fast.Record(d)
		both.Record(d)
	}
	for i := range 100 {
		d := time.Second + time.Duration(i)*time.Millisecond
		slow.Record(d)
		both.Record(d)
	}
	average := (fast.Quantile(0.95) + slow.Quantile(0.95)) / 2
	var merged traffic.Histogram
	merged.Add(fast)
	merged.Add(slow)
	merged.Add(traffic.Histogram{})
	for _, q := range []float64{0.5, 0.89, 0.95, 0.99} {
		if got, want := merged.Quantile(q), both.Quantile(q); got != want {
			t.Errorf("quantile %v is %v, want %v", q, got, want)
		}
	}
	if got := merged.Quantile(0.95); !near(got, 1049*time.Millisecond) || near(got, average) {
		t.Errorf("p95 is %v; that of all requests is 1.049s, the average of both %v", got, average)
	}
	if merged.Count() != 1000 || merged.Mean() != both.Mean() || merged.Max() != both.Max() {
		t.Errorf("count %d, mean %v, max %v", merged.Count(), merged.Mean(), merged.Max())
	}
	if fast.Count() != 900 {
		t.Errorf("adding changed the one that was added: %d", fast.Count())
	}
}

func TestHistogram_ManyAtATimeAreAsOneByOne(t *testing.T) {
	var together, single traffic.Histogram
	for d, n := range map[time.Duration]int64{3 * time.Millisecond: 700, time.Second: 41, 20 * time.Minute: 2} {
		together.RecordMany(d, n)
		for range n {
			single.Record(d)
		}
	}
	if together.Count() != 743 || together.Count() != single.Count() || together.Mean() != single.Mean() || together.Max() != single.Max() {
		t.Errorf("count %d, mean %v, max %v; one by one %d, %v, %v", together.Count(), together.Mean(), together.Max(), single.Count(), single.Mean(), single.Max())
	}
	for _, q := range []float64{0.5, 0.95, 0.99, 1} {
		if got, want := together.Quantile(q), single.Quantile(q); got != want {
			t.Errorf("quantile %v is %v, one by one %v", q, got, want)
		}
	}
}

func TestHistogram_ZeroIsEmptyAndReady(t *testing.T) {
	var h traffic.Histogram
	if h.Count() != 0 || h.Mean() != 0 || h.Quantile(0.5) != 0 || h.Max() != 0 {
		t.Errorf("an empty histogram has count %d, mean %v, median %v, max %v", h.Count(), h.Mean(), h.Quantile(0.5), h.Max())
	}
}

func TestHistogram_ExtremesAreKept(t *testing.T) {
	var h traffic.Histogram
	h.Record(-time.Second) // a clock that went back
	h.Record(10 * time.Minute)
	if h.Count() != 2 || h.Max() != 10*time.Minute || h.Mean() != 5*time.Minute {
		t.Errorf("count %d, max %v, mean %v", h.Count(), h.Max(), h.Mean())
	}
}

func TestHistogram_SurvivesJSON(t *testing.T) {
	for _, values := range [][]time.Duration{nil, {0}, {3 * time.Millisecond, 40 * time.Millisecond, time.Second}} {
		var before, after traffic.Histogram
		for _, d := range values {
			before.Record(d)
		}
		text, err := json.Marshal(before)
		if err != nil {
			t.Fatal(err)
		}
		if err := json.Unmarshal(text, &after); err != nil {
			t.Fatal(err)
		}
		if before.Count() != after.Count() || before.Mean() != after.Mean() || before.Max() != after.Max() || before.Quantile(0.5) != after.Quantile(0.5) {
			t.Errorf("%v came back as count %d, mean %v, max %v", values, after.Count(), after.Mean(), after.Max())
		}
		after.Record(time.Second) // still usable
	}
	if err := json.Unmarshal([]byte(`{"count":1,"hdr_us":"nonsense"}`), new(traffic.Histogram)); err == nil {
		t.Error("a broken encoding was accepted")
	}
}
