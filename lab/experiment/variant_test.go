package experiment

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

func TestOrder_IsAPalindromeOverTwoRounds(t *testing.T) {
	for round := 0; round < 10; round += 2 {
		both := append(slices.Clone(Order(DefaultVariants, round)), Order(DefaultVariants, round+1)...)
		backwards := slices.Clone(both)
		slices.Reverse(backwards)
		if !slices.Equal(both, backwards) {
			t.Errorf("rounds %d and %d: %v", round, round+1, both)
		}
	}
	if got := fmt.Sprint(Order(DefaultVariants, 0), Order(DefaultVariants, 1)); got != "[plain good rcpool twin] [twin rcpool good plain]" {
		t.Error(got)
	}
}

func TestVariant_Settings(t *testing.T) {
	v := Variant("rcpool:GOGC=off+GOMEMLIMIT=64MiB")
	if v.objects() != "rcpool" || !slices.Equal(v.env(), []string{"GOGC=off", "GOMEMLIMIT=64MiB"}) || v.value("GOGC", "100") != "off" || v.value("GODEBUG", "none") != "none" {
		t.Errorf("%s: objects %s, environment %q", v, v.objects(), v.env())
	}
	if got, want := v.Title(), "rcpool with GOGC=off GOMEMLIMIT=64MiB"; got != want {
		t.Errorf("title %q, want %q", got, want)
	}
	if Good.env() != nil || Good.Title() != "good plain" || ByHand.Title() != "sync.Pool by hand" || ZeroCopy.Title() != "rcpool without copies" {
		t.Errorf("%q and %q", Good.Title(), ByHand.Title())
	}
}

func TestBaseAndHead(t *testing.T) {
	for _, test := range []struct {
		all        []Variant
		base, head Variant
	}{
		{DefaultVariants, Good, Pooled},
		{[]Variant{Pooled, Good}, Good, Pooled},
		{[]Variant{Plain, "plain:GOGC=400"}, Plain, "plain:GOGC=400"},
		{[]Variant{Pooled, Plain, ByHand}, Pooled, ByHand},
	} {
		if base, head := Base(test.all), Head(test.all); base != test.base || head != test.head {
			t.Errorf("%v: base %s, head %s, want %s and %s", test.all, base, head, test.base, test.head)
		}
	}
}

func TestCheckVariants(t *testing.T) {
	for want, all := range map[string][]Variant{
		"":                        {Plain, "plain:GOGC=400", Good, ByHand, Pooled, ZeroCopy, "rcpool:GOGC=off+GOMEMLIMIT=1GiB"},
		"at least two":            {Good},
		`no variant "pooled"`:     {Plain, "pooled"},
		`"PATH=x" is no`:          {Plain, "plain:PATH=x"},
		`"GOGC=" is not`:          {Plain, "plain:GOGC="},
		`"rcpool" is there twice`: {Pooled, Plain, Pooled},
	} {
		err := CheckVariants(all)
		if (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("%v: %v, want %q", all, err, want)
		}
	}
}
