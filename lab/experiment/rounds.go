package experiment

// Variant names one of the three services under test.
type Variant string

const (
	Plain  Variant = "plain"  // objects come from the heap and go to the garbage collector
	Pooled Variant = "pooled" // objects are leased from rcpool pools
	Twin   Variant = "twin"   // plain once more: what noise alone does, the A/A comparison
)

// Variants lists all three in the order reports use.
var Variants = []Variant{Plain, Pooled, Twin}

// Order is the order of the variants in a round, counted from 0. Every second round runs backwards
// (plain, pooled, twin | twin, pooled, plain), so that over an even number of rounds each variant comes equally early
// and equally late, and a machine that slowly gets slower or faster favours none (ABBA).
func Order(round int) []Variant {
	if round%2 == 0 {
		return []Variant{Plain, Pooled, Twin}
	}
	return []Variant{Twin, Pooled, Plain}
}
