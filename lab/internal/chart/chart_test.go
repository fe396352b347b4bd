package chart_test

import (
	"math"
	"testing"

	"github.com/rcpool/rcpool/lab/internal/chart"
)

func TestScales(t *testing.T) {
	linear, log := chart.Linear(0, 10, 100, 200), chart.Logarithmic(0.1, 10, 0, 100)
	downwards, alone := chart.Linear(0, 10, 200, 100), chart.Logarithmic(16, 16, 0, 100)
	for _, test := range []struct {
		scale     chart.Scale
		x, coords float64
	}{
		{linear, 0, 100}, {linear, 2.5, 125}, {linear, 10, 200}, {linear, 1.0 / 3, 103.3}, {downwards, 2.5, 175},
		{log, 0.1, 0}, {log, 1, 50}, {log, 10, 100}, {log, 100, 100}, {log, 0, 0}, {alone, 16, 50},
		{chart.Linear(3, 3, 0, 10), 3, 0},
	} {
		if got := test.scale(test.x); got != test.coords {
			t.Errorf("%v is at %v, and not %v", test.x, got, test.coords)
		}
	}
}

func texts(ticks []chart.Tick) (all string) {
	for _, tick := range ticks {
		all += tick.Text + " "
	}
	return all
}

func TestTicks(t *testing.T) {
	for _, test := range []struct{ name, got, want string }{
		{"round", texts(chart.Round(0, 9.3, 5)), "0 2 4 6 8 10 "},
		{"below 1", texts(chart.Round(0, 0.04, 5)), "0.00 0.01 0.02 0.03 0.04 "},
		{"from below 0", texts(chart.Round(-2, 4, 3)), "-2 0 2 4 "},
		{"nothing", texts(chart.Round(0, 0, 5)), "0 "},
		{"not a number", texts(chart.Round(0, math.NaN(), 5))[:2], "0 "},
		{"factors", texts(chart.Factors(0.15, 12)), "0.2× 0.5× 1× 2× 5× 10× "},
		{"tiny factors", texts(chart.Factors(0.0009, 0.002)), "0.001× 0.002× "},
	} {
		if test.got != test.want {
			t.Errorf("%s: %q, and not %q", test.name, test.got, test.want)
		}
	}
}

func TestPaths(t *testing.T) {
	points := []chart.Point{{X: 0, Y: 0}, {X: 1, Y: 2}, {X: 2, Y: 1}}
	x, y := chart.Linear(0, 2, 0, 20), chart.Linear(0, 2, 10, 0)
	if got := chart.Path(points, x, y); got != "M0 10L10 0L20 5" {
		t.Errorf("path %q", got)
	}
	if got := chart.Steps(points, x, y); got != "M0 10V0H10V5H20" {
		t.Errorf("steps %q", got)
	}
	if got := chart.Path(nil, x, y); got != "" {
		t.Errorf("no points make %q", got)
	}
}
