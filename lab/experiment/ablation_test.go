package experiment

import (
	"fmt"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/rcpool/rcpool/lab/internal/figure"
)

func TestAblation_SharesOfTheSaving(t *testing.T) {
	pools := []string{"gzip", "buffer"}
	c := Config{Variants: AblationVariants(pools), Rate: 100, Sets: figure.MinRounds, Rounds: 2, Block: time.Second, Seed: 5}
	if err := CheckVariants(c.Variants); err != nil {
		t.Fatal(err)
	}
	synctest.Test(t, func(t *testing.T) {
		m := newMade(100)
		m.cost = map[Variant]float64{
			Plain: 2000, Twin: 2000, Pooled: 1000,
			Only("gzip"): 1200, Without("gzip"): 1900, Only("buffer"): 2050, Without("buffer"): 1100,
		}
		r, err := perform(t.Context(), m, c)
		if err != nil {
			t.Fatal(err)
		}
		if r.Ablation == nil {
			t.Fatalf("no ablation of %v", r.Setup.Variants)
		}
		got := map[string]Saving{}
		for _, s := range r.Ablation.Savings {
			got[s.Key] = s
		}
		if text := fmt.Sprint(got["bytes"].Part); text != "[{gzip {0.8 0.8 0.8 6} {0.9 0.9 0.9 6}} {buffer {-0.05 -0.05 -0.05 6} {0.1 0.1 0.1 6}}]" {
			t.Errorf("parts of the bytes: %s", text)
		}
		if s := got["cpu"]; s.Part != nil || s.None != "no difference beyond the noise" {
			t.Errorf("all variants took the same time, and yet %+v", s)
		}
		for _, want := range []string{
			"Against plain at 100 requests/s, over 6 sets of fresh processes, all pools together cut allocated bytes per request to 0.500×, and the pool gzip alone gives 80 % of the saving; ",
			"p50, p99 and CPU time: no difference beyond the noise.",
		} {
			if !strings.Contains(r.Finding, want) {
				t.Errorf("the finding is %q, want something with %q", r.Finding, want)
			}
		}
	})
}

func TestAblation_NeedsThePoolAloneAndMissing(t *testing.T) {
	for _, test := range []struct {
		variants []Variant
		pools    string
	}{
		{DefaultVariants, "[]"},
		{[]Variant{Plain, Pooled, Only("gzip")}, "[]"},
		{[]Variant{Plain, Only("gzip"), Without("gzip")}, "[]"},
		{[]Variant{Plain, Good, Pooled, Only("gzip"), Without("gzip")}, "[]"}, // the base is good
		{[]Variant{Plain, Pooled, Only("gzip"), Without("gzip"), Only("call")}, "[gzip]"},
	} {
		if got := fmt.Sprint(ablatedPools(test.variants)); got != test.pools {
			t.Errorf("%v: pools %s, want %s", test.variants, got, test.pools)
		}
	}
}

func TestVariant_Pools(t *testing.T) {
	for _, test := range []struct {
		v                    Variant
		objects, used, title string
	}{
		{Pooled, "rcpool", "[]", "rcpool"},
		{Only("gzip"), "rcpool", "[gzip]", "rcpool for gzip alone"},
		{Without("gzip"), "rcpool", "[call known answer event record buffer]", "rcpool without gzip"},
		{Without("gzip") + ":GOGC=50", "rcpool", "[call known answer event record buffer]", "rcpool without gzip with GOGC=50"},
	} {
		used, _ := test.v.pools()
		if got := fmt.Sprint(used); got != test.used || string(test.v.objects()) != test.objects || test.v.Title() != test.title {
			t.Errorf("%s: %s of %s, called %q", test.v, got, test.v.objects(), test.v.Title())
		}
	}
	for _, wrong := range []Variant{"rcpool-only-steam", "plain-only-gzip", "good-without-gzip", "rcpool-only-"} {
		if CheckVariants([]Variant{Plain, wrong}) == nil {
			t.Errorf("%s passes for a variant", wrong)
		}
	}
}
