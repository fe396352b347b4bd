package experiment

import (
	"fmt"
	"strings"

	"github.com/rcpool/rcpool/lab/internal/figure"
	"github.com/rcpool/rcpool/lab/internal/sentence"
)

// finding says in one sentence what the comparisons of the base with the head variant show: first what cannot be told
// from noise, then what became worse, then what became better; and what rcpool is for if nothing did.
func finding(r *Result) string {
	switch {
	case !r.Trusted:
		return "Nothing can be concluded: " + untrusted + "."
	case r.Rounds == 0:
		return "Nothing was measured: no round was completed."
	case r.Sets < figure.MinRounds:
		return fmt.Sprintf("Nothing can be concluded from %s of processes: an interval needs at least %d.", sentence.Count(r.Sets, "set"), figure.MinRounds)
	}
	if r.Ablation != nil {
		return preface(r) + r.Ablation.finding() + "."
	}
	head := r.Setup.Head
	var lower, higher, same, unknown []string
	faster := false
	for _, c := range r.Comparisons {
		a := c.Of(head)
		switch change := c.Words + " to " + figure.Factor(a.Effect.Median); a.Verdict {
		case Lower:
			lower = append(lower, change)
			faster = faster || c.speed()
		case Higher:
			higher = append(higher, change)
		case Same:
			same = append(same, c.Words)
		default:
			unknown = append(unknown, c.Words)
		}
	}
	name := head.Title()
	var parts []string
	switch {
	case len(same) > 1 && len(lower)+len(higher)+len(unknown) == 0:
		parts = append(parts, name+" made no difference beyond the noise in any figure: "+sentence.List(same, "and"))
	case len(same) > 1:
		parts = append(parts, name+" changed neither "+sentence.List(same, "nor")+" (within the noise)")
	case len(same) == 1:
		parts = append(parts, name+" did not change "+same[0]+" (within the noise)")
	}
	subject := func() string {
		if len(parts) == 0 {
			return name + " "
		}
		return "it "
	}
	if len(higher) > 0 {
		parts = append(parts, subject()+"raised "+sentence.List(higher, "and"))
	}
	if len(lower) > 0 {
		parts = append(parts, subject()+"cut "+sentence.List(lower, "and"))
	}
	if len(unknown) > 0 {
		parts = append(parts, "there is no verdict on "+sentence.List(unknown, "or"))
	}
	if head == Pooled && !faster {
		parts = append(parts, "here rcpool is not for speed: it is for safety, as what several goroutines share goes back with its last release, and mistakes are reported")
	}
	return preface(r) + strings.Join(parts, "; ") + "."
}

// speed reports whether the measure is a time.
func (m Measure) speed() bool { return m.Unit == Seconds }

// preface names what the finding holds for.
func preface(r *Result) string {
	return fmt.Sprintf("Against %s at %g requests/s, over %s of fresh processes, ", r.Setup.Base.Title(), r.Setup.Rate, sentence.Count(r.Sets, "set"))
}

func capital(s string) string { return strings.ToUpper(s[:1]) + s[1:] }
