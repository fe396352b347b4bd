package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/rcpool/rcpool/lab/experiment"
	"github.com/rcpool/rcpool/lab/internal/command"
	"github.com/rcpool/rcpool/lab/internal/figure"
	"github.com/rcpool/rcpool/lab/internal/progress"
	"github.com/rcpool/rcpool/lab/internal/sentence"
	"github.com/rcpool/rcpool/lab/process"
	"github.com/rcpool/rcpool/lab/report"
	"github.com/rcpool/rcpool/lab/request"
	"github.com/rcpool/rcpool/lab/standin"
	"github.com/rcpool/rcpool/lab/traffic"
)

const aboutCompare = `
Usage: lab [flags]                    the experiment
       lab sweep [flags]              the experiment at several rates: the highest rate within a limit, and its cost
       lab ablate [flags]             the experiment with single pools: what each of them contributes
       lab remains [flags]            what each variant leaves to allocate, by library
       lab advise [flags]             what of it is worth pooling: rcadvise on the plain service
       lab serve|standins|attack ...  one of its parts by hand; see 'lab serve -help' and so on
       lab merge < shards.json        one report of a load that several machines have sent
       lab prepare|health [flags]     fill a real Redis and a real Kafka; ask a service whether it is well
       lab services up|down           a real Redis and a real Kafka, to name in the flags

Measures what pooling does to a web service. Variants of the service run side by side and do the same work; only
where their objects come from differs:

  plain      all from the heap
  good       good plain, what a careful engineer does today: gzip.Writers and buffers from sync.Pools
  syncpool   all from sync.Pools, with references counted by hand
  rcpool     all leased from rcpool
  zerocopy   as rcpool, and strings decoded from JSON are not copied: the objects hold the bodies that they came in
  rcpool-only-gzip, rcpool-without-gzip, ...
             rcpool with one pool alone, and with all but one
  plain:GOGC=400, rcpool:GOGC=off+GOMEMLIMIT=64MiB, ...
             tuned: these variables are in the environment of the variant's process

The others are compared with good, or with the first variant if good is not among them; that one runs twice, to
show what noise alone does. Each round sends the same requests to all in turn, every second round in the opposite
order, and after some rounds all processes are replaced by fresh ones. The report says what changed, with 95 %
intervals over the processes, and writes a page.

Stand-ins with delays play what the service calls, unless you name real servers. The lab writes its cache entries
(about 2,500 keys, 4 MB) to a real Redis, and creates a topic for each variant in a real Kafka.

The lab counts the events in the topics and the lines of the access log, and compares the answers. The report names
what is lost or differs.

Exit codes: 0 done; 1 failed, or the figures cannot be trusted (the report says why: for example, events were lost, or
the machine cannot drive the rate); 2 wrong usage; 130 interrupted (once: reports what was measured; twice: stops at once).

Examples:
  lab                                   a minute and a half
  lab -rate 400 -processes 20           more load, narrower intervals
  lab -variants plain,plain:GOGC=400,good,syncpool,rcpool
                                        tuning and pooling by hand as well
  lab -location-delay 0 -pricing-delay 0 -redis-delay 0
                                        backends that answer at once: how much the service itself matters
  lab -redis 127.0.0.1:6379 -kafka 127.0.0.1:9092
                                        real servers; 'lab services up' starts some
  lab -html '' -json lab.json -bench lab.txt
                                        files for other tools: benchstat -col /variant lab.txt
`

// compare runs the experiment.
func compare(args []string) int {
	var c experiment.Config
	v, complete, files := comparing(&c)
	if err := v.Parse(args, os.Stdout); err != nil {
		return fail(err)
	}
	if err := complete(); err != nil {
		return fail(err)
	}
	if err := check(v, c); err != nil {
		return fail(err)
	}
	return perform(c, files())
}

// comparing returns the flags of the experiment. Call complete and files after parsing.
func comparing(c *experiment.Config) (v verb, complete func() error, files func() written) {
	var redis, kafka list
	v = flags("", aboutCompare+presetsHelp())
	chosen := v.common(c, standin.DefaultDelays(), experiment.DefaultVariants)
	v.arrivals(&c.Arrivals)
	v.Float64Var(&c.Rate, "rate", 200, "requests a second")
	v.IntVar(&c.Sets, "processes", figure.MinRounds, fmt.Sprintf("sets of fresh processes; an interval needs at least %d", figure.MinRounds))
	v.IntVar(&c.Rounds, "rounds", 2, "measured rounds with each set of processes; an even number is fair")
	v.DurationVar(&c.Block, "block", time.Second, "length of a variant's turn in a round")
	v.DurationVar(&c.Timeout, "timeout", c.Timeout, "timeout of a request, on the client's side")
	v.Var(&redis, "redis", "`host:port`s of a real Redis instead of the stand-in; several make a cluster")
	v.Var(&kafka, "kafka", "`host:port`s of real Kafka brokers instead of the stand-in")
	v.StringVar(&c.Location, "location", "", "`host:port` of a real location service instead of the stand-in")
	v.StringVar(&c.Pricing, "pricing", "", "`host:port` of a real pricing service instead of the stand-in")
	v.StringVar(&c.Topic, "topic", c.Topic, "Kafka topic of the events; each variant has its own, with its name behind a dot")
	v.Float64Var(&c.Serve, "serve", 0, "requests a second that you have to serve, to show what that needs; 0 is -rate")
	v.Float64Var(&c.Price, "price", 0, "`price` of a processor hour, to show the money")
	v.commit(c)
	files = v.files()
	preset := v.String("preset", "", "take the values of the preset of this `name` for flags that are not given; see above")
	return v, func() error {
		if err := v.take(*preset); err != nil {
			return err
		}
		chosen()
		c.Redis, c.Kafka = redis, kafka
		return nil
	}, files
}

// commit defines the flag for the commit, which summaries name.
func (v verb) commit(c *experiment.Config) {
	v.StringVar(&c.Commit, "commit", "", "the `commit` of the repository, for -json")
}

// files defines the flags of what an experiment writes. Call the result after parsing.
func (v verb) files() func() written {
	page := v.String("html", "lab-report.html", "write the page to this `file`; '' for none")
	data := v.String("json", "", "write everything that was measured to this `file`, as JSON")
	bench := v.String("bench", "", "write one line per block to this `file`, in Go's benchmark format")
	logs := v.Bool("v", false, "write the logs of all children to standard error")
	return func() written {
		return written{logs: *logs, files: outputs{
			{flag: "html", path: *page, write: report.HTML},
			{flag: "json", path: *data, write: report.JSON},
			{flag: "bench", path: *bench, write: report.Benchmark},
		}}
	}
}

// written is what an experiment writes beside its report.
type written struct {
	logs  bool
	files outputs
}

// perform does an experiment, reports, and returns the exit code.
func perform(c experiment.Config, w written) int {
	defer w.files.discard()
	if err := w.files.open(); err != nil {
		return fail(err)
	}
	var children process.Group
	ctx, cancel := interruptible(&children)
	defer cancel()
	var line *progress.Line
	if w.logs {
		c.Log = os.Stderr
	} else {
		line = progress.On(os.Stderr)
	}
	c.Progress = func(at experiment.Progress) { line.Show("%s", bar(at)) }
	result, err := experiment.Run(ctx, &children, c)
	line.Clear()
	return conclude(result, err, w.files)
}

// common is conditions, and the flag for the variants. Call the result after parsing.
func (v verb) common(c *experiment.Config, delays map[string]standin.Delay, usual []experiment.Variant) (complete func()) {
	var variants list
	for _, name := range usual {
		variants = append(variants, string(name))
	}
	v.Var(&variants, "variants", "the `variants` to compare; 'lab -help' lists them")
	conditions := v.conditions(c, delays)
	return func() {
		conditions()
		for _, name := range variants {
			c.Variants = append(c.Variants, experiment.Variant(name))
		}
	}
}

// conditions defines the flags for what is the same for all variants, and sets what some verbs have no flags for. Call
// the result after parsing.
func (v verb) conditions(c *experiment.Config, delays map[string]standin.Delay) (complete func()) {
	c.Arrivals, c.Topic, c.Timeout = traffic.Constant, standin.DefaultTopic, 10*time.Second
	v.DurationVar(&c.Warmup, "warmup", time.Second, "length of the warm-up of each process, which is not counted")
	v.Uint64Var(&c.Seed, "seed", 1, "determines the requests, the delays, and the random draws of the intervals")
	v.items(&c.Items)
	v.StringVar(&c.GOGC, "gogc", "100", "GOGC of the services: `percent`, or off")
	v.StringVar(&c.Limit, "gomemlimit", "", "GOMEMLIMIT of the services: `bytes`, such as 64MiB; '' for none")
	v.IntVar(&c.Heap, "live-heap", 0, "`MiB` that each service keeps in its heap beside what requests need, as a cache would")
	v.IntVar(&c.Procs, "procs", runtime.NumCPU(), "GOMAXPROCS of the services")
	chosen := v.delays(delays)
	return func() { c.Delay = chosen() }
}

// items defines the flag for the size of the requests. Call checkItems after parsing.
func (v verb) items(n *int) {
	v.IntVar(n, "items", request.Items, "`items` of a request, on average; each takes some 80 bytes of its body and 300 of its answer")
}

// checkItems returns a mistake if there are too few or too many items.
func (v verb) checkItems(n int) error {
	if n < 1 || n > request.MaxItems {
		return v.Mistake("-items %d: choose 1 to %d", n, request.MaxItems)
	}
	return nil
}

// arrivals defines the flag for how the requests are spread. Call checkArrivals after parsing.
func (v verb) arrivals(a *traffic.Arrivals) {
	v.StringVar((*string)(a), "arrivals", string(traffic.Constant), "how the requests are spread: constant; poisson, as from independent clients; or bursts of 20 at once")
}

// checkArrivals returns a mistake if there are no such arrivals.
func (v verb) checkArrivals(a traffic.Arrivals) error {
	if slices.Contains(traffic.AllArrivals, a) {
		return nil
	}
	return v.Mistake("-arrivals %s: choose %s", a, sentence.List(traffic.AllArrivals, "or"))
}

// conclude reports what there is to report and returns the exit code.
func conclude(result *experiment.Result, err error, files outputs) int {
	if result.Rounds > 0 {
		var told strings.Builder
		written := files.save(result, &told) // first: a reader such as head may close standard output
		if text := report.Text(os.Stdout, result); text != nil {
			written = errors.Join(written, fmt.Errorf("write the report: %w", text))
		}
		fmt.Print(told.String())
		if written != nil {
			return fail(errors.Join(written, err))
		}
	}
	switch {
	case result.Interrupted && result.Rounds == 0:
		fmt.Fprintln(os.Stderr, "lab: interrupted before the first round was complete: there is nothing to report")
		return command.Interrupted
	case result.Interrupted:
		return command.Interrupted
	case err != nil:
		return fail(err)
	case !result.Trusted:
		return fail(errors.New("the figures cannot be trusted; the warnings in the report say why"))
	}
	return command.OK
}

// check finds values that make no experiment.
func check(v verb, c experiment.Config) error {
	if err := experiment.CheckVariants(c.Variants); err != nil {
		return v.Mistake("-variants: %w", err)
	}
	return checkConditions(v, c)
}

// checkConditions is check without the variants.
func checkConditions(v verb, c experiment.Config) error {
	if err := cmp.Or(v.checkArrivals(c.Arrivals), v.checkItems(c.Items)); err != nil {
		return err
	}
	switch {
	case c.Sets < 1:
		return v.Mistake("-processes %d: choose at least 1", c.Sets)
	case !(c.Rate > 0 && c.Rate <= maxRate):
		return v.Mistake("-rate %g: choose a rate above 0 and up to %d requests/s", c.Rate, maxRate)
	case c.Rounds < 1:
		return v.Mistake("-rounds %d: choose at least 1", c.Rounds)
	case c.Block <= 0 || c.Warmup < 0 || c.Timeout <= 0:
		return v.Mistake("-block and -timeout must be above 0, and -warmup at least 0")
	case c.Rate*c.Block.Seconds() < minBlock:
		return v.Mistake("-rate %g for a -block of %v makes fewer than %d requests, too few for a percentile", c.Rate, c.Block, minBlock)
	case c.Procs < 1:
		return v.Mistake("-procs %d: choose at least 1", c.Procs)
	}
	if c.Serve < 0 || c.Price < 0 {
		return v.Mistake("-serve and -price must not be below 0")
	}
	if c.Limit != "" && !memoryLimit.MatchString(c.Limit) {
		return v.Mistake("-gomemlimit %s: write a number and B, KiB, MiB or GiB, as in 64MiB", c.Limit)
	}
	if c.Heap < 0 {
		return v.Mistake("-live-heap %d: choose at least 0", c.Heap)
	}
	if percent, err := strconv.Atoi(c.GOGC); c.GOGC != "off" && (err != nil || percent < 1) {
		return v.Mistake("-gogc %s: choose a percentage above 0, or off", c.GOGC)
	}
	return nil
}

// memoryLimit is what Go reads as GOMEMLIMIT, but for off.
var memoryLimit = regexp.MustCompile(`^[0-9]+([KMGT]i)?B$|^[0-9]+$`)

const (
	maxRate  = 100_000 // requests/s; a block's requests are prepared in memory
	minBlock = 10      // requests
)

// interruptible returns a context that the first SIGINT or SIGTERM ends; the second kills the children and exits.
func interruptible(children *process.Group) (context.Context, context.CancelFunc) {
	ctx, cancel := context.WithCancel(context.Background())
	signals := make(chan os.Signal, 2)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM)
	go func() {
		<-signals
		fmt.Fprintln(os.Stderr, "\nlab: interrupted: ending all parts, and reporting what is complete; once more to stop at once")
		cancel()
		<-signals
		children.Kill()
		os.Exit(command.Interrupted)
	}()
	return ctx, cancel
}
