package experiment

import (
	"fmt"
	"math"
	"strings"

	"github.com/rcpool/rcpool/lab/internal/figure"
)

// finding says in one sentence what the comparisons show: first what cannot be told from noise, then what pooling
// made worse, then what it made better.
func finding(r *Result) string {
	switch {
	case !r.Trusted:
		return "Nothing can be concluded: " + untrusted + "."
	case r.Rounds == 0:
		return "Nothing was measured: no round was completed."
	case r.Rounds < figure.MinRounds:
		return fmt.Sprintf("Nothing can be concluded from %s: an interval needs at least %d.", plural(r.Rounds, "round"), figure.MinRounds)
	}
	var lower, higher []string
	var same, unknown []string
	for _, c := range r.Comparisons {
		switch change := c.Words + " to " + figure.Factor(c.Effect.Median); c.Verdict {
		case Lower:
			lower = append(lower, change)
		case Higher:
			higher = append(higher, change)
		case Same:
			same = append(same, c.Words)
		default:
			unknown = append(unknown, c.Words)
		}
	}
	var parts []string
	switch {
	case len(same) > 1 && len(lower)+len(higher)+len(unknown) == 0:
		parts = append(parts, "pooling made no difference beyond the noise in any figure: "+list(same, "and"))
	case len(same) > 1:
		parts = append(parts, "pooling changed neither "+list(same, "nor")+" (within the noise)")
	case len(same) == 1:
		parts = append(parts, "pooling did not change "+same[0]+" (within the noise)")
	}
	subject := func() string {
		if len(parts) == 0 {
			return "pooling "
		}
		return "it "
	}
	if len(higher) > 0 {
		parts = append(parts, subject()+"raised "+list(higher, "and"))
	}
	if len(lower) > 0 {
		parts = append(parts, subject()+"cut "+list(lower, "and"))
	}
	if len(unknown) > 0 {
		parts = append(parts, "too little is known about "+list(unknown, "or"))
	}
	if peak := float64(r.Memory.Effect); !math.IsNaN(peak) && !math.IsInf(peak, 0) { // one pair only
		parts = append(parts, "peak memory was "+figure.Factor(peak)+", measured once")
	}
	return preface(r) + strings.Join(parts, "; ") + "."
}

// preface names what the finding holds for.
func preface(r *Result) string {
	return fmt.Sprintf("At %g requests/s, over %s, ", r.Setup.Rate, plural(r.Rounds, "round"))
}

// list joins words as a sentence does: a, b and c.
func list(words []string, last string) string {
	if len(words) == 1 {
		return words[0]
	}
	head, tail := words[:len(words)-1], words[len(words)-1]
	return strings.Join(head, ", ") + " " + last + " " + tail
}

func plural(n int, noun string) string {
	if n == 1 {
		return "one " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}

func capital(s string) string { return strings.ToUpper(s[:1]) + s[1:] }
