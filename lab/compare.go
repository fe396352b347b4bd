package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"runtime"
	"strconv"
	"syscall"
	"time"

	"github.com/rcpool/rcpool/lab/experiment"
	"github.com/rcpool/rcpool/lab/process"
	"github.com/rcpool/rcpool/lab/report"
	"github.com/rcpool/rcpool/lab/standin"
)

const aboutCompare = `
Usage: lab [flags]                    the experiment
       lab serve|standins|attack ...  one of its parts by hand; see 'lab serve -help' and so on

Measures what pooling does to a web service. Three copies of the service run side by side: plain (objects from
the heap), pooled (the same code, objects leased from rcpool), and plain once more, to show what noise alone does.
Each round sends the same requests to all three in turn, every second round in the opposite order. The report says
what changed, with 95 % intervals over the rounds, and leaves a page.

What the service calls is played by stand-ins with delays, unless you name real servers. A real Redis gets the lab's
cache entries written (about 2,500 keys, 4 MB), a real Kafka the topic.

Exit codes: 0 done; 1 failed, or the figures are not to be trusted (the report says why: for example, the machine
cannot drive the rate); 2 wrong usage; 130 interrupted (once: what was measured is reported; twice: at once).

Examples:
  lab                                   about a minute
  lab -rate 400 -rounds 30              more load, narrower intervals
  lab -location-delay 0 -pricing-delay 0 -redis-delay 0
                                        backends that answer at once: how much the service itself matters
  lab -redis 127.0.0.1:6379 -kafka 127.0.0.1:9092
                                        real servers
  lab -html '' -json lab.json -bench lab.txt
                                        files for other tools: benchstat -col /variant lab.txt
`

// compare runs the experiment.
func compare(args []string) int {
	var c experiment.Config
	var redis, kafka list
	var verbose bool
	v := flags("", aboutCompare)
	v.Float64Var(&c.Rate, "rate", 200, "requests a second")
	v.IntVar(&c.Rounds, "rounds", 16, fmt.Sprintf("measured rounds; even numbers are fair, an interval needs at least %d", experiment.MinPairs))
	v.DurationVar(&c.Block, "block", time.Second, "length of a variant's turn in a round")
	v.DurationVar(&c.Warmup, "warmup", 2*time.Second, "length of each variant's warm-up, which is not counted")
	v.Uint64Var(&c.Seed, "seed", 1, "names the sequence of requests, of delays, and of the draws behind the intervals")
	v.StringVar(&c.GOGC, "gogc", "100", "GOGC of the services: `percent`, or off")
	v.IntVar(&c.Procs, "procs", runtime.NumCPU(), "GOMAXPROCS of the services")
	v.DurationVar(&c.Timeout, "timeout", 10*time.Second, "of a request, on the client's side")
	v.Var(&redis, "redis", "`host:port`s of a real Redis in the place of the stand-in; several make a cluster")
	v.Var(&kafka, "kafka", "`host:port`s of real Kafka brokers, likewise")
	v.StringVar(&c.Location, "location", "", "`host:port` of a real location service, likewise")
	v.StringVar(&c.Pricing, "pricing", "", "`host:port` of a real pricing service, likewise")
	v.StringVar(&c.Topic, "topic", standin.DefaultTopic, "Kafka topic of the events")
	delays := v.delays()
	page := v.String("html", "lab-report.html", "`file` for the page; '' for none")
	data := v.String("json", "", "`file` for everything that was measured, as JSON")
	bench := v.String("bench", "", "`file` for one line per block in Go's benchmark format, for benchstat")
	v.BoolVar(&verbose, "v", false, "show the logs of all children on stderr")
	if err := v.parse(args); err != nil {
		return fail(err)
	}
	c.Redis, c.Kafka, c.Delay = redis, kafka, delays()
	if err := check(v, c); err != nil {
		return fail(err)
	}
	if verbose {
		c.Log = os.Stderr
	}
	files := outputs{
		{flag: "html", path: *page, write: report.HTML},
		{flag: "json", path: *data, write: report.JSON},
		{flag: "bench", path: *bench, write: report.Benchmark},
	}
	defer files.discard()
	if err := files.open(); err != nil {
		return fail(err)
	}

	var children process.Group
	ctx, cancel := interruptible(&children)
	defer cancel()
	var line *progress
	if !verbose {
		line = watched(os.Stderr)
	}
	c.Progress = line.show
	result, err := experiment.Run(ctx, &children, c)
	line.clear()
	return conclude(result, err, files)
}

// conclude reports what there is to report and returns the exit code.
func conclude(result *experiment.Result, err error, files outputs) int {
	if result.Rounds > 0 {
		if text := report.Text(os.Stdout, result); text != nil {
			return fail(fmt.Errorf("write the report: %w", text))
		}
		if written := files.save(result, os.Stdout); written != nil {
			return fail(errors.Join(written, err))
		}
	}
	switch {
	case result.Interrupted && result.Rounds == 0:
		fmt.Fprintln(os.Stderr, "lab: interrupted before the first round was complete: there is nothing to report")
		return exitInterrupted
	case result.Interrupted:
		return exitInterrupted
	case err != nil:
		return fail(err)
	case !result.Trusted:
		return fail(errors.New("the figures are not to be trusted; the warnings in the report say why"))
	}
	return exitOK
}

// check finds values that make no experiment.
func check(v verb, c experiment.Config) error {
	switch {
	case !(c.Rate > 0 && c.Rate <= maxRate):
		return v.mistake("-rate %g: choose a rate above 0 and up to %d requests/s", c.Rate, maxRate)
	case c.Rounds < 1:
		return v.mistake("-rounds %d: at least one round is needed", c.Rounds)
	case c.Block <= 0 || c.Warmup < 0 || c.Timeout <= 0:
		return v.mistake("-block and -timeout must be above 0 and -warmup not below")
	case c.Rate*c.Block.Seconds() < minBlock:
		return v.mistake("-rate %g for a -block of %v makes fewer than %d requests, too few for a percentile", c.Rate, c.Block, minBlock)
	case c.Procs < 1:
		return v.mistake("-procs %d: at least one processor is needed", c.Procs)
	}
	if percent, err := strconv.Atoi(c.GOGC); c.GOGC != "off" && (err != nil || percent < 1) {
		return v.mistake("-gogc %s: choose a percentage above 0, or off", c.GOGC)
	}
	return nil
}

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
		fmt.Fprintln(os.Stderr, "\nlab: interrupted: reporting what was measured; once more to stop at once")
		cancel()
		<-signals
		children.Kill()
		os.Exit(exitInterrupted)
	}()
	return ctx, cancel
}
