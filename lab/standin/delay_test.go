package standin_test

import (
	"encoding/json"
	"flag"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/rcpool/rcpool/lab/standin"
)

var _ flag.Value = new(standin.Delay)

func TestDelay_IsReadAsItIsWritten(t *testing.T) {
	for _, text := range []string{"0", "5ms", "1h0m0s", "uniform:1ms-9ms", "uniform:0s-2ms", "lognormal:8ms,0.4", "lognormal:1.5ms,0"} {
		var d standin.Delay
		if err := d.Set(text); err != nil {
			t.Errorf("Set(%q): %v", text, err)
		} else if d.String() != text {
			t.Errorf("Set(%q) is written %q", text, d)
		}
		encoded, err := json.Marshal(map[string]standin.Delay{"redis": d})
		if err != nil {
			t.Fatal(err)
		}
		var decoded map[string]standin.Delay
		if err := json.Unmarshal(encoded, &decoded); err != nil || decoded["redis"] != d {
			t.Errorf("%s is decoded as %v, %v", encoded, decoded, err)
		}
	}
}

func TestDelay_WrongTextIsNamedAndChangesNothing(t *testing.T) {
	for text, want := range map[string]string{
		"":                     "not a duration",
		"5":                    "not a duration",
		"-5ms":                 "negative",
		"gamma:1ms,2":          `no distribution is called "gamma"`,
		"uniform:1ms":          "two durations",
		"uniform:9ms-1ms":      "below",
		"uniform:x-1ms":        `"x"`,
		"uniform:1ms-y":        `"y"`,
		"lognormal:8ms":        "a median and a sigma",
		"lognormal:8,0.4":      `"8"`,
		"lognormal:8ms,much":   `sigma "much"`,
		"lognormal:8ms,-1":     `sigma "-1"`,
		"lognormal:8ms,NaN":    `sigma "NaN"`,
		"lognormal:8ms,100000": `sigma "100000"`,
	} {
		var d, before standin.Delay
		if err := before.Set("3ms"); err != nil {
			t.Fatal(err)
		}
		d = before
		err := d.Set(text)
		if err == nil || !strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), "lognormal:8ms,0.4") {
			t.Errorf("Set(%q) says %v, want %q and what to write", text, err, want)
		}
		if d != before {
			t.Errorf("Set(%q) changed the delay to %v", text, d)
		}
	}
}

func TestDelay_DrawsComeFromItsDistribution(t *testing.T) {
	const n = 20_001
	for text, want := range map[string]struct{ min, median, p95, max time.Duration }{
		"0":                 {0, 0, 0, 0},
		"5ms":               {5 * time.Millisecond, 5 * time.Millisecond, 5 * time.Millisecond, 5 * time.Millisecond},
		"uniform:1ms-9ms":   {1 * time.Millisecond, 5 * time.Millisecond, 8600 * time.Microsecond, 9 * time.Millisecond},
		"lognormal:8ms,0.4": {1 * time.Millisecond, 8 * time.Millisecond, 15446 * time.Microsecond, time.Second},
	} {
		var d standin.Delay
		if err := d.Set(text); err != nil {
			t.Fatal(err)
		}
		r := rand.New(rand.NewPCG(1, 2))
		draws := make([]time.Duration, n)
		for i := range draws {
			draws[i] = d.Draw(r)
		}
		slices.Sort(draws)
		near := func(got, want time.Duration) bool { return (got - want).Abs() <= want/20 }
		if draws[0] < want.min || draws[n-1] > want.max || !near(draws[n/2], want.median) || !near(draws[n*95/100], want.p95) {
			t.Errorf("%s: draws have min %v, median %v, p95 %v, max %v; want %v",
				text, draws[0], draws[n/2], draws[n*95/100], draws[n-1], want)
		}
	}
}
