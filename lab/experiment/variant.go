package experiment

import (
	"fmt"
	"slices"
	"strings"

	"github.com/rcpool/rcpool/lab/internal/sentence"
	"github.com/rcpool/rcpool/lab/service"
)

// Variant is one way to run the service: where its objects come from and, behind
// a colon, environment variables of its process: "good", "plain:GOGC=400" or
// "rcpool:GOGC=off+GOMEMLIMIT=64MiB".
type Variant string

const (
	Plain    Variant = Variant(service.Plain)    // objects come from the heap and go to the garbage collector
	Good     Variant = Variant(service.Good)     // as plain, but gzip.Writers and buffers come from sync.Pools
	ByHand   Variant = Variant(service.ByHand)   // all objects come from sync.Pools, counted by hand
	Pooled   Variant = Variant(service.Pooled)   // all objects are leased from rcpool pools
	ZeroCopy Variant = Variant(service.ZeroCopy) // as rcpool, and JSON is decoded without copying strings
	Twin     Variant = "twin"                    // the base once more: what noise alone does, the A/A comparison
)

// DefaultVariants are compared unless others are asked for.
var DefaultVariants = []Variant{Plain, Good, Pooled}

// tunable are the environment variables that a variant may set.
var tunable = []string{"GOGC", "GOMEMLIMIT", "GODEBUG"}

const (
	only    = "-only-"    // rcpool-only-gzip: this pool alone, all other objects come from the heap
	without = "-without-" // rcpool-without-gzip: all pools but this one
)

// Only is rcpool with one pool.
func Only(pool string) Variant { return Pooled + only + Variant(pool) }

// Without is rcpool with all pools but one.
func Without(pool string) Variant { return Pooled + without + Variant(pool) }

// objects is where the objects come from.
func (v Variant) objects() service.Variant {
	name, _, _ := strings.Cut(string(v), ":")
	name, _, _ = strings.Cut(name, only)
	name, _, _ = strings.Cut(name, without)
	return service.Variant(name)
}

// pools are those that the variant uses, and the one that makes it special; nil
// and "" for all of its kind.
func (v Variant) pools() (used []string, special string) {
	name, _, _ := strings.Cut(string(v), ":")
	if _, pool, ok := strings.Cut(name, only); ok {
		return []string{pool}, pool
	}
	if _, pool, ok := strings.Cut(name, without); ok {
		return slices.DeleteFunc(service.Pools(), func(p string) bool { return p == pool }), pool
	}
	return nil, ""
}

// env is what the variant sets in the environment of its process.
func (v Variant) env() []string {
	_, settings, ok := strings.Cut(string(v), ":")
	if !ok {
		return nil
	}
	return strings.Split(settings, "+")
}

// value returns what the variant sets a variable to, or fallback.
func (v Variant) value(name, fallback string) string {
	for _, setting := range v.env() {
		if value, ok := strings.CutPrefix(setting, name+"="); ok {
			return value
		}
	}
	return fallback
}

// CheckVariants says what is wrong with a list of variants, or returns nil.
func CheckVariants(all []Variant) error {
	if len(all) < 2 {
		return fmt.Errorf("name at least two variants: one is compared with the others")
	}
	for i, v := range all {
		if !slices.Contains(service.Variants, v.objects()) {
			return fmt.Errorf("there is no variant %q; there are %s, each also with settings, as in plain:GOGC=400", v, sentence.List(service.Variants, "and"))
		}
		if used, pool := v.pools(); used != nil && (v.objects() != service.Pooled || !slices.Contains(service.Pools(), pool)) {
			return fmt.Errorf("variant %q: there is no such pool; %s has %s", v, Pooled, sentence.List(service.Pools(), "and"))
		}
		for _, setting := range v.env() {
			name, value, _ := strings.Cut(setting, "=")
			if !slices.Contains(tunable, name) || value == "" {
				return fmt.Errorf("variant %q: %q is not a setting; write %s, then = and a value", v, setting, sentence.List(tunable, "or"))
			}
		}
		if slices.Contains(all[:i], v) {
			return fmt.Errorf("variant %q is there twice; the base has a twin anyway", v)
		}
	}
	return nil
}

// Base is the variant that the others are compared with: good, or the first.
func Base(all []Variant) Variant {
	if slices.Contains(all, Good) {
		return Good
	}
	return all[0]
}

// Head is the variant that the finding is about: rcpool, or the last that is not the base.
func Head(all []Variant) Variant {
	others := slices.DeleteFunc(slices.Clone(all), func(v Variant) bool { return v == Base(all) })
	if slices.Contains(others, Pooled) {
		return Pooled
	}
	return others[len(others)-1]
}

// Title is what tables call the variant.
func (v Variant) Title() string {
	_, settings, tuned := strings.Cut(string(v), ":")
	title := string(v.objects())
	switch v.objects() {
	case service.Good:
		title = "good plain"
	case service.ByHand:
		title = "sync.Pool by hand"
	case service.ZeroCopy:
		title = "rcpool without copies"
	}
	switch used, special := v.pools(); {
	case len(used) == 1:
		title += " for " + special + " alone"
	case special != "":
		title += " without " + special
	}
	if tuned {
		title += " with " + strings.ReplaceAll(settings, "+", " ")
	}
	return title
}

// Order is the order of the variants and the twin in a round, counted from 0.
// Every second round runs backwards (plain, good, rcpool, twin | twin, rcpool,
// good, plain), so that over an even number of rounds each variant comes equally
// early and equally late, and a machine that slowly gets slower or faster favours
// none (ABBA).
func Order(all []Variant, round int) []Variant {
	order := append(slices.Clone(all), Twin)
	if round%2 == 1 {
		slices.Reverse(order)
	}
	return order
}
