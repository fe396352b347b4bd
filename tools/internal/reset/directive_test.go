package reset_test

import (
	"slices"
	"testing"

	"github.com/rcpool/rcpool/tools/internal/reset"
)

func TestDirectives(t *testing.T) {
	for _, test := range []struct {
		source string
		want   [][]string
	}{
		{"package p\n", nil},
		{"//go:generate rcgen -type Event\n", [][]string{{"-type", "Event"}}},
		{"//go:generate go tool rcgen -type=Event,User -limit 1MiB\r\n", [][]string{{"-type=Event,User", "-limit", "1MiB"}}},
		{"//go:generate go run github.com/rcpool/rcpool/tools/rcgen@v1.2.3 -type \"A\"\n", [][]string{{"-type", "A"}}},
		{"//go:generate ../bin/rcgen -type A\n//go:generate rcgen -type B\n", [][]string{{"-type", "A"}, {"-type", "B"}}},
		{"//go:generate stringer -type Event\n", nil},
		{"// go:generate rcgen -type Event\n", nil},
		{"\t//go:generate rcgen -type Event\n", nil},
	} {
		if got := reset.Directives([]byte(test.source)); !slices.EqualFunc(got, test.want, slices.Equal) {
			t.Errorf("%q: %q, want %q", test.source, got, test.want)
		}
	}
}

func TestParseSize(t *testing.T) {
	for _, test := range []struct {
		text string
		want reset.Size
		says string
	}{
		{"65536", 64 << 10, "64KiB"},
		{"100", 100, "100B"},
		{"100B", 100, "100B"},
		{"1536KiB", 1536 << 10, "1536KiB"},
		{"1GiB", 1 << 30, "1GiB"},
		{"none", reset.NoLimit, "none"},
		{"", 0, ""}, {"0", 0, ""}, {"-1", 0, ""}, {"KiB", 0, ""}, {"1.5KiB", 0, ""}, {"64kb", 0, ""}, {"64 KiB", 0, ""}, {"9999999999GiB", 0, ""},
	} {
		got, err := reset.ParseSize(test.text)
		if got != test.want || (err != nil) != (test.want == 0) {
			t.Errorf("%q: %d, %v", test.text, got, err)
		}
		if err == nil && got.String() != test.says {
			t.Errorf("%q: says %q, want %q", test.text, got, test.says)
		}
	}
}
