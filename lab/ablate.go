package main

import (
	"os"
	"slices"
	"strings"
	"time"

	"github.com/rcpool/rcpool/lab/experiment"
	"github.com/rcpool/rcpool/lab/internal/figure"
	"github.com/rcpool/rcpool/lab/internal/sentence"
	"github.com/rcpool/rcpool/lab/service"
	"github.com/rcpool/rcpool/lab/standin"
)

const aboutAblate = `
Usage: lab ablate [flags]

Says what each pool of the service contributes. It compares plain, rcpool with all pools, rcpool with each pool alone,
and rcpool without each of them, as 'lab' compares variants: the same requests in interleaved rounds, fresh processes,
intervals over them. A figure that all pools together do not lower beyond the noise has no shares.
With the defaults it takes four minutes.

Example:
  lab ablate -pools gzip,buffer -processes 10
                                        two pools, and narrower intervals
`

// ablate runs the experiment with single pools.
func ablate(args []string) int {
	var c experiment.Config
	pools := list(service.Pools())
	v := flags("ablate", aboutAblate)
	complete := v.conditions(&c, standin.DefaultDelays())
	v.Var(&pools, "pools", "`pools` to take apart")
	v.Float64Var(&c.Rate, "rate", 200, "requests a second")
	v.IntVar(&c.Sets, "processes", figure.MinRounds, "sets of fresh processes; an interval needs at least 6, and an even number is fair")
	v.IntVar(&c.Rounds, "rounds", 1, "measured rounds with each set of processes")
	v.DurationVar(&c.Block, "block", time.Second, "length of a variant's turn in a round")
	v.commit(&c)
	files := v.files()
	if err := v.Parse(args, os.Stdout); err != nil {
		return fail(err)
	}
	complete()
	if err := v.checkPools(pools); err != nil {
		return fail(err)
	}
	c.Variants = experiment.AblationVariants(pools)
	if err := check(v, c); err != nil {
		return fail(err)
	}
	return perform(c, files())
}

// checkPools returns a mistake if -pools names one that the service does not have, or one twice.
func (v verb) checkPools(names []string) error {
	for i, name := range names {
		if slices.Contains(names[:i], name) {
			return v.Mistake("-pools %s: %q is there twice", strings.Join(names, ","), name)
		}
		if !slices.Contains(service.Pools(), name) {
			return v.Mistake("-pools %s: there is no pool %q; choose from %s", strings.Join(names, ","), name, sentence.List(service.Pools(), "and"))
		}
	}
	return nil
}
