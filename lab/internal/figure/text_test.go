package figure_test

import (
	"math"
	"testing"

	"github.com/rcpool/rcpool/lab/internal/figure"
)

func TestDigits(t *testing.T) {
	for x, want := range map[float64]string{
		0: "0", 3: "3.00", 0.01234: "0.0123", 1.0449: "1.04", 9.999: "10.0", 45.67: "45.7", 789.4: "789", 999.9: "1,000",
		5690.2: "5,690", 12345: "12,300", 1.03e6: "1,030,000", -1234: "-1,230", -123: "-123", 1e-9: "0.00000000100",
		math.NaN(): "n/a", math.Inf(1): "∞",
	} {
		if got := figure.Digits(x); got != want {
			t.Errorf("%v is written %s instead of %s", x, got, want)
		}
	}
}

func TestQuantity(t *testing.T) {
	for _, test := range []struct {
		value float64
		unit  string
		want  string
	}{
		{14.23e-9, figure.Seconds, "14.2 ns"}, {35e-9, figure.Seconds, "35.0 ns"}, {0.9999e-6, figure.Seconds, "1.00 µs"},
		{2.5e-3, figure.Seconds, "2.50 ms"}, {1.5, "sec", "1.50 s"}, {7200, "p99-sec", "7,200 s"}, {0, figure.Seconds, "0 s"},
		{0, figure.Bytes, "0 B"}, {96, figure.Bytes, "96 B"}, {807088, figure.Bytes, "788 KiB"}, {3 << 20, "peak-B", "3 MiB"}, {1020 << 10, "B", "1,020 KiB"},
		{17, figure.Allocs, "17"}, {0.5, figure.Allocs, "0.500"}, {3283, figure.Allocs, "3,280"}, {0.1371, figure.Share, "13.7 %"},
		{math.NaN(), figure.Seconds, "n/a"}, {math.NaN(), figure.Allocs, "n/a"}, {math.Inf(1), "B", "∞"},
	} {
		if got := figure.Quantity(test.value, test.unit); got != test.want {
			t.Errorf("%v %s is written %s instead of %s", test.value, test.unit, got, test.want)
		}
	}
}

func TestTimes(t *testing.T) {
	for want, e := range map[string]figure.Estimate{
		"**1.31×** [1.22, 1.49]": {Median: 1.31, Low: 1.22, High: 1.49, Rounds: 12},
		"**1.31×** (1.22–1.49)":  {Median: 1.31, Low: 1.22, High: 1.49, Rounds: 5},
		"**1.00×**":              {Median: 1, Low: 1, High: 1, Rounds: 12},
		"**n/a**":                figure.Median(nil),
	} {
		if got := figure.Times(e); got != want {
			t.Errorf("%v is written %s instead of %s", e, got, want)
		}
	}
	e := figure.Estimate{Median: 14e-9, Low: 13.7e-9, High: 1.49e-6, Rounds: 12}
	if got := figure.Interval(e, figure.Seconds); got != "[13.7 ns, 1.49 µs]" {
		t.Errorf("the interval is written %s", got)
	}
}

func TestPercent(t *testing.T) {
	for want, e := range map[string]figure.Estimate{
		"95 % [91, 102]": {Median: 0.951, Low: 0.908, High: 1.02, Rounds: 6},
		"0 % (-2–3)":     {Median: -0.001, Low: -0.02, High: 0.03, Rounds: 2},
		"–":              figure.Median(nil),
	} {
		if got := figure.Percent(e); got != want {
			t.Errorf("%v is written %s instead of %s", e, got, want)
		}
	}
}

func TestCount(t *testing.T) {
	for n, want := range map[uint64]string{0: "0", 999: "999", 1000: "1,000", 25600: "25,600", 1234567: "1,234,567"} {
		if got := figure.Count(n); got != want {
			t.Errorf("%d is written %s", n, got)
		}
	}
}
