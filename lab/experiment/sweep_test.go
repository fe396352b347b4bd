package experiment

import (
	"testing"
	"time"

	"github.com/rcpool/rcpool/lab/traffic"
)

func TestPoints_SayWhetherTheRateHolds(t *testing.T) {
	for want, harm := range map[string]func(*traffic.Result){
		"":                           func(*traffic.Result) {},
		"it fell behind":             func(r *traffic.Result) { r.Overruns = []string{"it fell behind"} },
		"5 % of the requests failed": func(r *traffic.Result) { r.Codes = map[string]int{"200": 380, "504": 20} },
		"requests queued up":         func(r *traffic.Result) { r.Queued = 1 },
		"one request in 20 was sent more than 30ms late": func(r *traffic.Result) {
			for i := range r.Requests {
				r.Lateness.Record(time.Duration(1+29*(i%10/9)) * time.Millisecond) // one in ten
			}
		},
		"p99 above the limit": nil,
	} {
		r := synthesise(3, func(*synthetic) {})
		slo := 60 * time.Millisecond
		if harm == nil {
			slo = 30 * time.Millisecond
		} else {
			for i := range r.Outcomes {
				r.Outcomes[i].Load = traffic.Result{Blocks: 2, Requests: 400, Codes: map[string]int{"200": 400}}
				harm(&r.Outcomes[i].Load)
			}
		}
		points := Points(r, slo)
		if len(points) != 2 || points[0].Variant != Good || points[1].Variant != Pooled {
			t.Fatalf("points %+v", points)
		}
		for _, p := range points {
			if p.Failure != want || p.Rate != 200 || p.P99.Rounds != 3 || p.P99.Median < p.P50.Median || p.CPU.Median < 0.9 || p.CPU.Median > 1.1 {
				t.Errorf("%+v, want failure %q", p, want)
			}
		}
	}
}

func TestHighest_IsBelowTheFirstRateThatDoesNotHold(t *testing.T) {
	points := []Point{
		{Rate: 100, Variant: Good}, {Rate: 100, Variant: Plain, Failure: "p99"},
		{Rate: 200, Variant: Good}, {Rate: 200, Variant: Plain},
		{Rate: 300, Variant: Good, Failure: "p99"}, {Rate: 400, Variant: Good},
	}
	if good, plain := Highest(points, Good), Highest(points, Plain); good != 200 || plain != 0 {
		t.Errorf("good %v, plain %v, want 200 and 0", good, plain)
	}
}
