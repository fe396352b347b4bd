package service_test

import (
	"fmt"
	"testing"

	"github.com/rcpool/rcpool/lab/service"
)

func TestPauses(t *testing.T) {
	before := service.Pauses{{Most: 1e-5, Count: 4}, {Most: 1e-3, Count: 1}}
	after := service.Pauses{{Most: 1e-5, Count: 10}, {Most: 1e-4, Count: 3}, {Most: 1e-3, Count: 1}, {Most: 1e-2, Count: 1}}
	fresh := after.Since(before)
	if got := fmt.Sprint(fresh); got != "[{1e-05 6} {0.0001 3} {0.01 1}]" || fresh.Count() != 10 {
		t.Errorf("%s are new, which are %d", got, fresh.Count())
	}
	for q, want := range map[float64]float64{0: 1e-5, 0.5: 1e-5, 0.6: 1e-5, 0.61: 1e-4, 0.9: 1e-4, 0.99: 1e-2, 1: 1e-2} {
		if got := fresh.Quantile(q); got != want {
			t.Errorf("%v of them took at most %v s, want %v", q, got, want)
		}
	}
	if got := fmt.Sprint(before.Plus(fresh)); got != fmt.Sprint(after) {
		t.Errorf("together they are %s", got)
	}
	if got := fmt.Sprint(before); got != "[{1e-05 4} {0.001 1}]" {
		t.Errorf("Plus has changed its receiver: %s", got)
	}
	var none service.Pauses
	if none.Count() != 0 || none.Quantile(1) != 0 || none.Since(after) != nil || none.Plus(nil) != nil {
		t.Error("there are pauses where there are none")
	}
}
