package experiment

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/rcpool/rcpool/lab/internal/sentence"
	"github.com/rcpool/rcpool/lab/traffic"
)

// Beyond these limits the figures describe an overload and not the service.
const (
	reachedRate = 0.97                  // of the rate asked for
	lateSend    = 20 * time.Millisecond // a request sent this long after its place in the schedule is late
	lateShare   = 0.05                  // of all requests
	queuedShare = 0.25                  // of all blocks
	failedShare = 0.01                  // of all requests
)

// queuedUp reports whether requests queued up in so many blocks that the service must have been the limit.
func queuedUp(load traffic.Result) bool {
	return float64(load.Queued) >= queuedShare*float64(load.Blocks)
}

// late returns how late the latest requests were sent, one in 1/lateShare, and whether that is too late.
func late(load traffic.Result) (by time.Duration, tooLate bool) {
	by = load.Lateness.Quantile(1 - lateShare)
	return by, by > lateSend
}

// failing reports whether more requests failed than may.
func failing(load traffic.Result) bool { return 1-load.Success() > failedShare }

const untrusted = "the figures cannot be trusted; the warnings say why"

// trust finds what a reader must know before the figures, and whether they may be used at all.
func trust(r *Result) (warnings []string, trusted bool) {
	trusted = true
	grave := func(format string, args ...any) {
		trusted = false
		warnings = append(warnings, fmt.Sprintf(format, args...))
	}
	if of := r.Setup.Sets * r.Setup.Rounds; r.Rounds < of {
		ended := "It failed"
		if r.Interrupted {
			ended = "It was interrupted"
		}
		warnings = append(warnings, fmt.Sprintf("%s after %d of %d rounds.", ended, r.Rounds, of))
	}
	for _, o := range r.Outcomes {
		load := o.Load
		if load.Requests == 0 {
			continue
		}
		runs := o.Variant
		if runs == Twin {
			runs = r.Setup.Base
		}
		if o.GOGC != runs.value("GOGC", r.Setup.GOGC) || o.Procs != r.Setup.Procs {
			grave("%s: the service ran with GOGC=%s GOMAXPROCS=%d and not with what was asked for; the variants cannot be compared.", o.Variant, o.GOGC, o.Procs)
		}
		if load.Mixed > 0 {
			grave("%s: %d answers carried another request's token: the service mixes up requests.", o.Variant, load.Mixed)
		}
		switch by, tooLate := late(load); {
		case len(load.Overruns) > 0:
			grave("%s: this machine cannot drive %g requests/s: try a lower -rate. %s; so %s ended early, and %d of %d requests were sent.",
				o.Variant, r.Setup.Rate, capital(strings.Join(slices.Compact(slices.Sorted(slices.Values(load.Overruns))), "; ")), sentence.Count(len(load.Overruns), "block"), load.Requests, load.Planned)
		case load.Rate() < reachedRate*r.Setup.Rate:
			grave("%s: %.4g requests/s were sent where %g were asked for. The load generator was the limit, or the machine under it: try a lower -rate.",
				o.Variant, load.Rate(), r.Setup.Rate)
		case tooLate:
			grave("%s: one request in %.0f was sent more than %v late. The load generator was the limit, or the machine under it: try a lower -rate, or a machine with less else to do.",
				o.Variant, 1/lateShare, by.Round(time.Millisecond))
		case queuedUp(load):
			grave("%s: in %d of %d blocks answers took ever longer. The service was the limit, or the machine under it, and requests queued up: try a lower -rate.",
				o.Variant, load.Queued, load.Blocks)
		}
		for _, p := range o.Use.Pools {
			if p.Refused > p.Releases/2 {
				warnings = append(warnings, fmt.Sprintf("%s: the Keep of pool %s refused %d of %d objects, so the pool is as good as off.", o.Variant, p.Name, p.Refused, p.Releases))
			}
		}
		if failed := 1 - load.Success(); failing(load) {
			grave("%s: %.3g %% of the requests failed; a failed request is a different one.", o.Variant, 100*failed)
		} else if failed > 0 {
			warnings = append(warnings, fmt.Sprintf("%s: %.2g %% of the requests failed.", o.Variant, 100*failed))
		}
	}
	for _, fault := range r.Faults {
		grave("%s", fault)
	}
	for _, c := range r.Comparisons {
		if c.Distrust != "" {
			warnings = append(warnings, c.Distrust)
		}
	}
	if busy := r.Load.Busy(); busy != "" {
		warnings = append(warnings, busy)
	}
	if r.Rounds%2 == 1 {
		warnings = append(warnings, "The number of complete rounds is odd, so the variants did not come equally early and late.")
	}
	return warnings, trusted
}

// wrong says what a variant lost, as its service knows, and which answers were not what they must be.
func (o Outcome) wrong() (faults []string) {
	if lost := o.Use.Lost(); lost != "" {
		faults = append(faults, fmt.Sprintf("%s: %s.", o.Variant, lost))
	}
	for _, text := range slices.Sorted(maps.Keys(o.Load.Wrong)) {
		faults = append(faults, fmt.Sprintf("%s: %d of %d answers that were looked into are wrong: %s.", o.Variant, o.Load.Wrong[text], o.Load.Checked, text))
	}
	return faults
}

// differences says where two variants answered the same requests differently. Blocks with failed requests are left out:
// the failures are told anyway.
func differences(blocks []Block) []string {
	first := make(map[place]Block)
	var faults []string
	for _, b := range blocks {
		if b.Load.Success() < 1 {
			continue
		}
		at := b.place()
		other, ok := first[at]
		if !ok {
			first[at] = b
			continue
		}
		differs := func(what string, x, y any) {
			faults = append(faults, fmt.Sprintf("Set %d, round %d: %s and %s got the same requests, and yet %s %v and %v.", b.Set, b.Round, other.Variant, b.Variant, what, x, y))
		}
		switch {
		case other.Load.BytesIn != b.Load.BytesIn:
			differs("their answers have these numbers of bytes:", other.Load.BytesIn, b.Load.BytesIn)
		case other.Load.Digest != b.Load.Digest:
			differs("their answers have these checksums:", other.Load.Digest, b.Load.Digest)
		case other.Use.Missed != b.Use.Missed:
			differs("the cache missed these numbers of keys:", other.Use.Missed, b.Use.Missed)
		}
	}
	return faults
}
