package main

import (
	"encoding/json"
	"os"
	"time"

	"github.com/rcpool/rcpool/lab/experiment"
	"github.com/rcpool/rcpool/lab/internal/command"
	"github.com/rcpool/rcpool/lab/process"
	"github.com/rcpool/rcpool/lab/standin"
	"github.com/rcpool/rcpool/tools/advice"
)

const aboutAdvise = `
Usage: lab advise [flags]

Runs the service under load, takes an allocation profile before and after, and says what is worth pooling in it, as
rcadvise does for any program. The service takes everything from the heap unless -variant names another one. Run it in
the directory lab: from the source it tells whether an object outlives its function.

Example:
  lab advise -times 50                  judge as if the load were 50 times as high
`

// advise says what is worth pooling in the service of the lab.
func advise(args []string) int {
	var c experiment.Config
	var options advice.Options
	v := flags("advise", aboutAdvise)
	complete := v.conditions(&c, standin.DefaultDelays())
	variant := v.String("variant", string(experiment.Plain), "the `variant` to run; 'lab -help' lists them")
	v.Float64Var(&c.Rate, "rate", 100, "requests a second")
	requests := v.Int("requests", 2000, "requests that are counted")
	v.Float64Var(&options.Load, "times", 1, "judge as if the load were so many `times` as high")
	v.StringVar(&options.Source, "src", ".", "`directory` of the source of the lab")
	most := v.Int("n", 10, "show so many `places` of each verdict; 0 for all")
	asJSON := v.Bool("json", false, "write JSON, as rcadvise -json does")
	logs := v.Bool("v", false, "write the logs of all children to standard error")
	if err := v.Parse(args, os.Stdout); err != nil {
		return fail(err)
	}
	complete()
	c.Block, c.Sets, c.Rounds = time.Second, 1, 1
	c.Variants = []experiment.Variant{experiment.Variant(*variant)}
	if err := checkConditions(v, c); err != nil {
		return fail(err)
	}
	beside := experiment.Plain // a pair is what can be checked
	if *variant == string(experiment.Plain) {
		beside = experiment.Good
	}
	if err := experiment.CheckVariants(append([]experiment.Variant{beside}, c.Variants...)); err != nil {
		return fail(v.Mistake("-variant: %w", err))
	}
	if *requests < 1 || c.Warmup <= 0 || options.Load <= 0 || *most < 0 {
		return fail(v.Mistake("-requests, -warmup and -times must be above 0, and -n not below"))
	}
	if *logs {
		c.Log = os.Stderr
	}
	var children process.Group
	ctx, cancel := interruptible(&children)
	defer cancel()
	p, err := experiment.Allocations(ctx, &children, c, *requests)
	if ctx.Err() != nil {
		return command.Interrupted
	}
	if err != nil {
		return fail(err)
	}
	a, err := advice.Advise(p, options)
	if err != nil {
		return fail(err)
	}
	if *asJSON {
		out := json.NewEncoder(os.Stdout)
		out.SetIndent("", "\t")
		return fail(out.Encode(a))
	}
	return fail(a.Text(os.Stdout, advice.Style{}, *most))
}
