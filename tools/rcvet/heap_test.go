package main

import "testing"

func TestGrowth_IsLessForLargeHeaps(t *testing.T) {
	for _, test := range []struct {
		usual int
		live  uint64
		want  int
	}{
		{100, 0, 100},
		{100, 100 << 20, 100},
		{100, 400 << 20, 100},
		{100, 500 << 20, 60},
		{100, 700 << 20, leastGrow},
		{100, 5 << 30, leastGrow},
		{50, 500 << 20, 50},
		{10, 5 << 30, 10}, // the user wants less
	} {
		if got := growth(test.usual, test.live); got != test.want {
			t.Errorf("growth(%d, %d MiB) is %d, want %d", test.usual, test.live>>20, got, test.want)
		}
	}
}
