package experiment

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"time"

	"github.com/rcpool/rcpool/lab/internal/machine"
	"github.com/rcpool/rcpool/lab/process"
	"github.com/rcpool/rcpool/lab/service"
	"github.com/rcpool/rcpool/lab/traffic"
)

const (
	sampleEvery = 250 * time.Millisecond
	quietWithin = 20 * time.Second // for asynchronous work to end after the last answer
	quietEvery  = 20 * time.Millisecond
	drainWithin = 4 * time.Second             // for a service to end what is under way when it is stopped
	stopWithin  = drainWithin + 3*time.Second // for a child to end by itself
)

// Run does the whole experiment. It starts its children in the group, which the caller owns and may Kill at any time,
// and stops them before it returns. It always returns a Result with what was measured in complete rounds, also
// beside an error: the cause of ctx if that ended, a *process.Death if a child did.
func Run(ctx context.Context, children *process.Group, c Config) (*Result, error) {
	r := newRun(c)
	r.open = func(ctx context.Context) (context.Context, bench, func() error, error) { return open(ctx, children, c) }
	err := r.everything(ctx)
	return r.result(err), err
}

// bench is what the rounds of a set run on: the services and the load.
type bench interface {
	snapshot(context.Context, Variant) (service.Snapshot, error)
	attack(context.Context, Variant, traffic.Block) (traffic.Result, error)
	events(context.Context, Variant) (published, error)      // since the set began
	lines(context.Context) (lines map[string]int, err error) // of the access log, by token
}

// run is an experiment under way.
type run struct {
	Config
	open    func(context.Context) (watched context.Context, b bench, stop func() error, err error) // starts a set
	bench   bench                                                                                  // of the set under way
	load    *machine.Meter
	began   time.Time
	set     int                       // under way, from 1
	blocks  []Block                   // measured, the warm-up excluded
	done    int                       // blocks, the warm-up included
	sets    int                       // complete
	rounds  int                       // complete, of all sets
	sent    map[Variant]*sent         // in this set
	losses  []string                  // events and lines that are not where they must be
	under   map[Variant]time.Duration // load so far in this set
	samples map[Variant][]Sample      // of the first set
	last    map[Variant]service.Snapshot
}

func newRun(c Config) *run {
	return &run{
		Config: c, began: time.Now(), load: machine.Measure(),
		under: make(map[Variant]time.Duration), samples: make(map[Variant][]Sample), last: make(map[Variant]service.Snapshot),
	}
}

// everything is all sets.
func (r *run) everything(ctx context.Context) error {
	for r.set = 1; r.set <= r.Sets; r.set++ {
		watched, lab, stop, err := r.open(ctx)
		if err != nil {
			return err
		}
		r.bench, r.sent = lab, make(map[Variant]*sent)
		if err = r.measureSet(watched); err == nil {
			err = r.audit(watched)
		}
		if err := errors.Join(firstOf(watched, err), stop()); err != nil {
			return err
		}
		r.sets++
	}
	return nil
}

// firstOf returns why watched ended if err is not nil: that a child died or a person stopped it says more than what
// failed for that reason.
func firstOf(watched context.Context, err error) error {
	if cause := context.Cause(watched); err != nil && cause != nil {
		return cause
	}
	return err
}

// measureSet does the warm-up and the rounds of a set.
func (r *run) measureSet(ctx context.Context) error {
	warm, count := 0, r.count(r.Block)
	if r.Warmup > 0 {
		warm = r.count(r.Warmup)
	}
	first := (r.set - 1) * (warm + r.Rounds*count) // no request comes again in a later set
	if warm > 0 {
		for _, v := range Order(r.Variants, r.set-1) {
			r.under[v] = -r.Warmup
			block, err := r.block(ctx, 0, v, first, warm)
			if err != nil {
				return fmt.Errorf("warm-up of %s: %w", v, err)
			}
			if err := usable(block, r.Rate); len(block.Load.Overruns) > 0 {
				return &Saturated{v, err}
			} else if err != nil {
				return fmt.Errorf("warm-up of %s: %w", v, err)
			}
			r.under[v] = 0
		}
	}
	for round := range r.Rounds {
		for _, v := range Order(r.Variants, r.set-1+round) {
			block, err := r.block(ctx, round+1, v, first+warm+round*count, count)
			if err != nil {
				return fmt.Errorf("set %d, round %d, %s: %w", r.set, round+1, v, err)
			}
			r.blocks = append(r.blocks, block)
		}
		r.rounds++
	}
	return nil
}

// audit looks for events and lines that a set must have left behind, and notes what is missing.
func (r *run) audit(ctx context.Context) error {
	for _, v := range Order(r.Variants, 0) {
		events, err := r.bench.events(ctx, v)
		if err != nil {
			return fmt.Errorf("set %d, %s: %w", r.set, v, err)
		}
		for _, fault := range r.sent[v].missing(events) {
			r.losses = append(r.losses, fmt.Sprintf("%s, set %d: %s.", v, r.set, fault))
		}
	}
	lines, err := r.bench.lines(ctx)
	if err != nil {
		return fmt.Errorf("set %d: %w", r.set, err)
	}
	for _, fault := range unlogged(lines, r.sent) {
		r.losses = append(r.losses, fmt.Sprintf("Set %d: %s.", r.set, fault))
	}
	return nil
}

// usable says why it makes no sense to go on after a warm-up block.
func usable(b Block, rate float64) error {
	if len(b.Load.Overruns) > 0 {
		return fmt.Errorf("this machine cannot drive %g requests/s: try a lower -rate; %s after %d requests", rate, b.Load.Overruns[0], b.Load.Requests)
	}
	if b.Load.Success() == 0 {
		errs := slices.Sorted(maps.Keys(b.Load.Errors))
		return fmt.Errorf("none of %d requests was answered well (%v); the services report %v; -v shows their logs", b.Load.Requests, errs, b.Use.Errors)
	}
	if lost := b.Use.Lost(); lost != "" {
		return errors.New(lost)
	}
	return nil
}

// block sends one block to a variant and takes the difference of what its process had used before and after.
func (r *run) block(ctx context.Context, round int, v Variant, first, count int) (Block, error) {
	if r.Progress != nil {
		r.Progress(r.progress(round, v))
	}
	before, err := r.bench.snapshot(ctx, v)
	if err != nil {
		return Block{}, err
	}
	b := r.requests(first, count)
	load, err := r.attack(ctx, v, b)
	if err != nil {
		return Block{}, err
	}
	if r.sent[v] == nil {
		r.sent[v] = new(sent)
	}
	r.sent[v].add(b, load)
	after, err := r.quiet(ctx, v)
	if err != nil {
		return Block{}, err
	}
	r.under[v] += load.Span
	r.sample(v, r.under[v], after)
	r.last[v] = after
	r.done++
	return Block{Set: r.set, Round: round, Variant: v, Load: load, Use: used(before, after)}, nil
}

// requests are so many from an index on, as the Config wants them sent.
func (r *run) requests(first, count int) traffic.Block {
	return traffic.Block{
		Seed: r.Seed, Items: r.Items, First: first, Count: count, Rate: r.Rate, Arrivals: r.Arrivals, Timeout: r.Timeout,
		Real: r.Location != "" || r.Pricing != "",
	}
}

// attack sends the load and samples the process while it lasts.
func (r *run) attack(ctx context.Context, v Variant, b traffic.Block) (traffic.Result, error) {
	sampling, stop := context.WithCancel(ctx)
	sampled := make(chan struct{})
	began, span := time.Now(), time.Duration(float64(b.Count)/b.Rate*float64(time.Second))
	go func() {
		defer close(sampled)
		tick := time.NewTicker(sampleEvery)
		defer tick.Stop()
		for {
			select {
			case <-sampling.Done():
				return
			case <-tick.C:
			}
			// A sample that fails leaves a gap in a curve; a service that is gone shows at the end of the block.
			if s, err := r.bench.snapshot(sampling, v); err == nil {
				r.sample(v, r.under[v]+min(time.Since(began), span), s) // the last answers come after the span
			}
		}
	}()
	load, err := r.bench.attack(ctx, v, b)
	stop()
	<-sampled
	return load, err
}

// sample keeps a look at a process of the first set; the curves of several processes would be hard to read.
func (r *run) sample(v Variant, at time.Duration, s service.Snapshot) {
	if r.set == 1 {
		r.samples[v] = append(r.samples[v], sample(at, s))
	}
}

// quiet waits until the service has nothing in flight, asynchronous work included: only then is a block over.
func (r *run) quiet(ctx context.Context, v Variant) (service.Snapshot, error) {
	deadline := time.Now().Add(quietWithin)
	for {
		s, err := r.bench.snapshot(ctx, v)
		if err != nil {
			return s, err
		}
		if s.InFlight == 0 {
			return s, nil
		}
		if time.Now().After(deadline) {
			return s, fmt.Errorf("%d pieces of work are still in flight %v after the last answer: %s", s.InFlight, quietWithin, s.UnderWay)
		}
		select {
		case <-ctx.Done():
			return s, context.Cause(ctx)
		case <-time.After(quietEvery):
		}
	}
}

func (r *run) progress(round int, v Variant) Progress {
	all := len(r.Variants) + 1
	warm := 0
	if r.Warmup > 0 {
		warm = all
	}
	perSet := warm + all*r.Rounds
	left := time.Duration(0)
	for at := r.done; at < r.Sets*perSet; at++ {
		if at%perSet < warm {
			left += r.Warmup
		} else {
			left += r.Block
		}
	}
	return Progress{Set: r.set, Sets: r.Sets, Round: round, Rounds: r.Rounds, Variant: v, Blocks: r.done, Of: r.Sets * perSet, Left: left}
}
