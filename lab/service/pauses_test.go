package service_test

import (
	"fmt"
	"testing"

	"github.com/rcpool/rcpool/lab/service"
)

func TestPauses_SinceAnEarlierSnapshot(t *testing.T) {
	before := service.Pauses{{Most: 1e-5, Count: 4}, {Most: 1e-3, Count: 1}}
	after := service.Pauses{{Most: 1e-5, Count: 10}, {Most: 1e-4, Count: 3}, {Most: 1e-3, Count: 1}, {Most: 1e-2, Count: 1}}
	if got := fmt.Sprint(after.Since(before)); got != "[{1e-05 6} {0.0001 3} {0.01 1}]" {
		t.Errorf("%s are new", got)
	}
	if got := after.Since(after); got != nil {
		t.Errorf("%v are new, though no time has passed", got)
	}
	if got := fmt.Sprint(after.Since(nil)); got != fmt.Sprint(after) {
		t.Errorf("%s are those since the start", got)
	}
}
