package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"strconv"
	"time"

	"github.com/rcpool/rcpool/lab/experiment"
	"github.com/rcpool/rcpool/lab/internal/command"
	"github.com/rcpool/rcpool/lab/internal/progress"
	"github.com/rcpool/rcpool/lab/process"
	"github.com/rcpool/rcpool/lab/report"
	"github.com/rcpool/rcpool/lab/standin"
	"github.com/rcpool/rcpool/lab/traffic"
)

const aboutSweep = `
Usage: lab sweep [flags]

Runs the experiment at several rates, from low to high, and says for each variant what it needs and which is the
highest rate whose 99th percentile of the latency stays within a limit. Arrivals are those of independent clients
(Poisson), and the stand-ins answer fast enough to leave room below the limit. A variant that cannot follow a rate is
left out of the higher ones. With the defaults it takes three to four minutes.

Example:
  lab sweep -rates 50,100,200 -slo 100ms -price 0.04
                                        the price of a million requests, at 0.04 for a processor hour
`

// sweep runs the experiment at several rates.
func sweep(args []string) int {
	rates := list{"100", "200", "300", "400", "500"}
	var c experiment.Config
	var slo time.Duration
	var price float64
	v := flags("sweep", aboutSweep)
	complete := v.common(&c, standin.FastDelays(), experiment.DefaultVariants)
	c.Arrivals = traffic.Poisson
	v.Var(&rates, "rates", "`rates` to try, requests a second, from low to high")
	v.DurationVar(&slo, "slo", 40*time.Millisecond, "the limit of the 99th percentile")
	v.Float64Var(&price, "price", 0, "`price` of a processor hour, to show that of a million requests")
	v.IntVar(&c.Sets, "processes", 3, "sets of fresh processes for each rate")
	v.IntVar(&c.Rounds, "rounds", 1, "measured rounds with each set of processes")
	v.DurationVar(&c.Block, "block", 2*time.Second, "length of a variant's turn in a round")
	if err := v.Parse(args, os.Stdout); err != nil {
		return fail(err)
	}
	complete()
	steps, err := ratesOf(v, rates)
	if err == nil && slo <= 0 {
		err = v.Mistake("-slo %v: choose a limit above 0", slo)
	}
	for _, c.Rate = range steps {
		err = errors.Join(err, check(v, c))
	}
	if err != nil {
		return fail(err)
	}

	var children process.Group
	ctx, cancel := interruptible(&children)
	defer cancel()
	s := steppedRun{config: c, slo: slo, line: progress.On(os.Stderr)}
	err = s.climb(ctx, &children, steps)
	s.line.Clear()
	if len(s.points) > 0 {
		err = errors.Join(err, report.Sweep(os.Stdout, s.points, c.Variants, slo, price))
		if s.busy != "" {
			fmt.Printf("\nwarning: %s\n", s.busy)
		}
	}
	if ctx.Err() != nil {
		return command.Interrupted
	}
	return fail(err)
}

// ratesOf reads rates, which must rise.
func ratesOf(v verb, texts list) (rates []float64, err error) {
	for _, text := range texts {
		rate, err := strconv.ParseFloat(text, 64)
		if err != nil {
			return nil, v.Mistake("-rates: %q is not a number", text)
		}
		rates = append(rates, rate)
	}
	if !slices.IsSorted(rates) {
		return nil, v.Mistake("-rates: write them from low to high")
	}
	return rates, nil
}

// steppedRun is a sweep under way.
type steppedRun struct {
	config experiment.Config
	slo    time.Duration
	line   *progress.Line
	points []experiment.Point
	busy   string // what else the machine had to do
}

// climb runs the experiment at one rate after the other, with the variants that could follow so far.
func (s *steppedRun) climb(ctx context.Context, children *process.Group, rates []float64) error {
	variants := s.config.Variants
	for _, rate := range rates {
		for {
			c := s.config
			c.Rate, c.Variants = rate, variants
			c.Progress = func(at experiment.Progress) { s.line.Show("%g requests/s %s", rate, bar(at)) }
			result, err := experiment.Run(ctx, children, c)
			if full, ok := errors.AsType[*experiment.Saturated](err); ok {
				out := full.Variant
				if out == experiment.Twin {
					out = experiment.Base(variants)
				}
				s.points = append(s.points, experiment.Point{Rate: rate, Variant: out, Failure: full.Err.Error()})
				variants = slices.DeleteFunc(slices.Clone(variants), func(v experiment.Variant) bool { return v == out })
				if len(variants) < 2 {
					return nil // with nobody to compare with, the rest says little
				}
				continue
			}
			if err != nil {
				return err
			}
			s.points = append(s.points, experiment.Points(result, s.slo)...)
			s.busy = cmp.Or(result.Load.Busy(), s.busy)
			if len(result.Faults) > 0 {
				return fmt.Errorf("at %g requests/s: %s", rate, result.Faults[0])
			}
			break
		}
	}
	return nil
}
