package experiment

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"time"

	"github.com/rcpool/rcpool/lab/process"
	"github.com/rcpool/rcpool/lab/service"
	"github.com/rcpool/rcpool/lab/traffic"
)

const (
	sampleEvery = 250 * time.Millisecond
	quietWithin = 20 * time.Second // for asynchronous work to end after the last answer
	quietEvery  = 20 * time.Millisecond
	stopWithin  = 5 * time.Second // for a child to end by itself
)

// Run does the whole experiment. It starts its children in the group, which the caller owns and may Kill at any time,
// and stops them before it returns. It always returns a Result with what was measured in complete rounds, also
// beside an error: the cause of ctx if that ended, a *process.Death if a child did.
func Run(ctx context.Context, children *process.Group, c Config) (*Result, error) {
	r := newRun(c)
	err := func() error {
		lab, err := start(ctx, children, c)
		if err != nil {
			return err
		}
		watched, cancel := children.Watch(ctx)
		defer cancel()
		r.bench = lab
		if err := r.everything(watched); err != nil {
			if cause := context.Cause(watched); cause != nil {
				return cause // that a child died or a person stopped it says more than what failed for that reason
			}
			return err
		}
		return nil
	}()
	stopping := children.Stop(stopWithin)
	return r.result(err), errors.Join(err, stopping)
}

// bench is what the rounds run on: the three services and the load.
type bench interface {
	snapshot(context.Context, Variant) (service.Snapshot, error)
	attack(context.Context, Variant, traffic.Block) (traffic.Result, error)
}

// run is an experiment under way.
type run struct {
	Config
	bench   bench
	began   time.Time
	blocks  []Block                   // measured, the warm-up excluded
	done    int                       // blocks, the warm-up included
	rounds  int                       // complete
	under   map[Variant]time.Duration // load so far
	samples map[Variant][]Sample
	last    map[Variant]service.Snapshot
}

func newRun(c Config) *run {
	return &run{
		Config: c, began: time.Now(),
		under: make(map[Variant]time.Duration), samples: make(map[Variant][]Sample), last: make(map[Variant]service.Snapshot),
	}
}

// everything is the warm-up and all rounds.
func (r *run) everything(ctx context.Context) error {
	warm := 0
	if r.Warmup > 0 {
		warm = r.count(r.Warmup)
		for _, v := range Order(0) {
			r.under[v] = -r.Warmup
			block, err := r.block(ctx, 0, v, 0, warm)
			if err != nil {
				return fmt.Errorf("warm-up of %s: %w", v, err)
			}
			if err := usable(block, r.Rate); err != nil {
				return fmt.Errorf("warm-up of %s: %w", v, err)
			}
			r.under[v] = 0
		}
	}
	count := r.count(r.Block)
	for round := range r.Rounds {
		for _, v := range Order(round) {
			block, err := r.block(ctx, round+1, v, warm+round*count, count)
			if err != nil {
				return fmt.Errorf("round %d, %s: %w", round+1, v, err)
			}
			r.blocks = append(r.blocks, block)
		}
		r.rounds++
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
	load, err := r.attack(ctx, v, traffic.Block{Seed: r.Seed, First: first, Count: count, Rate: r.Rate, Timeout: r.Timeout})
	if err != nil {
		return Block{}, err
	}
	after, err := r.quiet(ctx, v)
	if err != nil {
		return Block{}, err
	}
	r.under[v] += load.Span
	r.samples[v] = append(r.samples[v], sample(r.under[v], after))
	r.last[v] = after
	r.done++
	return Block{Round: round, Variant: v, Load: load, Use: used(before, after)}, nil
}

// attack sends the load and samples the process while it lasts.
func (r *run) attack(ctx context.Context, v Variant, b traffic.Block) (traffic.Result, error) {
	sampling, stop := context.WithCancel(ctx)
	sampled := make(chan struct{})
	began := time.Now()
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
				r.samples[v] = append(r.samples[v], sample(r.under[v]+time.Since(began), s))
			}
		}
	}()
	load, err := r.bench.attack(ctx, v, b)
	stop()
	<-sampled
	return load, err
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
			return s, fmt.Errorf("%d pieces of work are still in flight %v after the last answer", s.InFlight, quietWithin)
		}
		select {
		case <-ctx.Done():
			return s, context.Cause(ctx)
		case <-time.After(quietEvery):
		}
	}
}

func (r *run) progress(round int, v Variant) Progress {
	blocks := r.Rounds * len(Variants)
	left := time.Duration(blocks-max(0, r.done)) * r.Block
	of := blocks
	if r.Warmup > 0 {
		of += len(Variants)
		warm := max(0, len(Variants)-r.done)
		left = time.Duration(warm)*r.Warmup + time.Duration(of-max(r.done, len(Variants)))*r.Block
	}
	return Progress{Round: round, Rounds: r.Rounds, Variant: v, Blocks: r.done, Of: of, Left: left}
}
