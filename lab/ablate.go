package main

import (
	"os"
	"slices"
	"time"

	"github.com/rcpool/rcpool/lab/experiment"
	"github.com/rcpool/rcpool/lab/internal/figure"
	"github.com/rcpool/rcpool/lab/service"
	"github.com/rcpool/rcpool/lab/standin"
	"github.com/rcpool/rcpool/lab/traffic"
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
	c := experiment.Config{Arrivals: traffic.Constant, Topic: standin.DefaultTopic, Timeout: 10 * time.Second}
	pools := list(service.Pools())
	v := flags("ablate", aboutAblate)
	complete := v.conditions(&c, standin.DefaultDelays())
	v.Var(&pools, "pools", "`pools` to take apart")
	v.Float64Var(&c.Rate, "rate", 200, "requests a second")
	v.IntVar(&c.Sets, "processes", figure.MinRounds, "sets of fresh processes; an interval needs at least 6, and an even number is fair")
	v.IntVar(&c.Rounds, "rounds", 1, "measured rounds with each set of processes")
	v.DurationVar(&c.Block, "block", time.Second, "length of a variant's turn in a round")
	files := v.files()
	if err := v.Parse(args, os.Stdout); err != nil {
		return fail(err)
	}
	complete()
	for _, name := range pools {
		if !slices.Contains(service.Pools(), name) {
			return fail(v.Mistake("-pools: there is no pool %q; choose from %v", name, service.Pools()))
		}
	}
	c.Variants = experiment.AblationVariants(pools)
	if err := check(v, c); err != nil {
		return fail(err)
	}
	return perform(c, files())
}
