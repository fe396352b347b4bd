// Package standin runs everything that the web service calls, so that the lab
// needs nothing but Go: a Redis (miniredis), a Kafka (kfake), the two gRPC
// microservices and the collector of the access log. Every stand-in answers
// after a delay drawn from a distribution of its own, since it is the waiting
// for others that a web service spends its time on.
//
// Run them in a process of their own: what they allocate must not count as the
// service's.
package standin

import (
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"math/rand/v2"
	"net"
	"slices"
	"strconv"
	"sync"
	"time"

	"github.com/rcpool/rcpool/lab/internal/sentence"
)

// The stand-ins, by the names that Config.Delay uses.
const (
	Redis     = "redis"
	Kafka     = "kafka"
	Location  = "location"
	Pricing   = "pricing"
	AccessLog = "accesslog"
)

// Names lists the stand-ins.
var Names = []string{Redis, Kafka, Location, Pricing, AccessLog}

// DefaultTopic is the topic of the events when Config.Topics is empty.
const DefaultTopic = "quotes"

// DefaultDelays returns the delays of the stand-ins that Config.Delay leaves out.
// They make a quote take between 30 and 40 ms in the median: four sequential
// reads from the cache at 1.5 ms, the location at 10 ms and the pricing at
// 12 ms add up to 28 ms of medians and, as the distributions lean to the right
// and a timer wakes late, to a little over 30. The bus and the access log are
// not waited for; their delays say how long the asynchronous work outlives the
// answer.
func DefaultDelays() map[string]Delay {
	return map[string]Delay{
		Redis:     lognormal(1500*time.Microsecond, 0.3),
		Location:  lognormal(10*time.Millisecond, 0.4),
		Pricing:   lognormal(12*time.Millisecond, 0.4),
		Kafka:     lognormal(4*time.Millisecond, 0.3),
		AccessLog: lognormal(8*time.Millisecond, 0.4),
	}
}

// FastDelays returns delays that leave room below a limit of 40 ms: a quote takes
// some 15 ms in the median and some 25 ms in the 99th percentile.
func FastDelays() map[string]Delay {
	return map[string]Delay{
		Redis:     lognormal(time.Millisecond, 0.3),
		Location:  lognormal(4*time.Millisecond, 0.3),
		Pricing:   lognormal(5*time.Millisecond, 0.3),
		Kafka:     lognormal(4*time.Millisecond, 0.3),
		AccessLog: lognormal(8*time.Millisecond, 0.4),
	}
}

// Config says how the stand-ins behave. The zero Config is ready to use.
type Config struct {
	Listen string           // host to listen on; default 127.0.0.1
	Port   int              // of the first of Names, and the others have the next ones; default a free one for each
	Only   []string         // names of those that run; default all
	Delay  map[string]Delay // by name; a stand-in without an entry has that of DefaultDelays
	Topics []string         // created before ready; default DefaultTopic
	Seed   uint64           // of the delays

	// KeepRecords makes the Kafka stand-in keep what it is sent, in memory, so
	// that it can be consumed. By default it acknowledges records and forgets
	// them: a long run would otherwise grow without bound.
	KeepRecords bool
	// Lines receives each line of the access log, ended by a newline, one Write
	// at a time. Default: they are thrown away.
	Lines io.Writer
}

// Addresses says where the stand-ins answer, each as host:port; those that do not
// run have none.
type Addresses struct {
	Redis     string `json:"redis"`
	Kafka     string `json:"kafka"`
	Location  string `json:"location"`
	Pricing   string `json:"pricing"`
	AccessLog string `json:"accesslog"`
}

// Run starts the stand-ins, calls ready once with their addresses when every one
// of them answers (the topic exists, the cache is filled), and serves until ctx
// ends, which is a nil error. It fails if a stand-in cannot start or stops by
// itself. Everything is closed when it returns.
func Run(ctx context.Context, cfg Config, ready func(Addresses)) (err error) {
	for _, name := range slices.AppendSeq(slices.Clone(cfg.Only), maps.Keys(cfg.Delay)) {
		if !slices.Contains(Names, name) {
			return fmt.Errorf("stand-ins: no stand-in is called %q; there are %s", name, sentence.List(Names, "and"))
		}
	}
	if cfg.Listen == "" {
		cfg.Listen = "127.0.0.1"
	}
	if len(cfg.Topics) == 0 {
		cfg.Topics = []string{DefaultTopic}
	}
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	var closers []func()
	defer func() {
		for _, closer := range slices.Backward(closers) {
			closer()
		}
	}()

	var at Addresses
	for _, s := range []struct {
		name    string
		address *string
		start   func(context.Context, Config, *lag, func(error)) (string, func(), error)
	}{
		{Redis, &at.Redis, startRedis},
		{Kafka, &at.Kafka, startKafka},
		{Location, &at.Location, startLocation},
		{Pricing, &at.Pricing, startPricing},
		{AccessLog, &at.AccessLog, startAccessLog},
	} {
		if len(cfg.Only) > 0 && !slices.Contains(cfg.Only, s.name) {
			continue
		}
		failed := func(err error) { stop(fmt.Errorf("stand-in %s stopped: %w", s.name, err)) }
		address, closer, err := s.start(ctx, cfg, newLag(cfg, s.name), failed)
		if err != nil {
			return fmt.Errorf("start stand-in %s on %s: %w", s.name, cfg.Listen, err)
		}
		closers = append(closers, closer)
		*s.address = address
	}
	ready(at)

	<-ctx.Done()
	if cause := context.Cause(ctx); !errors.Is(cause, context.Canceled) && !errors.Is(cause, context.DeadlineExceeded) {
		return cause
	}
	return nil
}

// address is where the stand-in of this name listens.
func (c Config) address(name string) string {
	port := 0
	if c.Port != 0 {
		port = c.Port + slices.Index(Names, name)
	}
	return net.JoinHostPort(c.Listen, strconv.Itoa(port))
}

// lag makes the calls of one stand-in wait. Calls wait side by side; only the
// draw from the seeded generator is serial.
type lag struct {
	delay Delay
	mu    sync.Mutex
	rand  *rand.Rand
}

func newLag(cfg Config, name string) *lag {
	delay, given := cfg.Delay[name]
	if !given {
		delay = DefaultDelays()[name]
	}
	return &lag{delay: delay, rand: rand.New(rand.NewPCG(cfg.Seed, uint64(slices.Index(Names, name))))}
}

// wait returns after the next delay, or with ctx's error as soon as ctx ends.
func (l *lag) wait(ctx context.Context) error {
	l.mu.Lock()
	d := l.delay.Draw(l.rand)
	l.mu.Unlock()
	if d == 0 {
		return ctx.Err()
	}
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}
