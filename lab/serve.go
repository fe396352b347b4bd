package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"syscall"
	"time"

	"github.com/rcpool/rcpool/lab/internal/sentence"
	"github.com/rcpool/rcpool/lab/process"
	"github.com/rcpool/rcpool/lab/service"
	"github.com/rcpool/rcpool/lab/standin"
)

const aboutServe = `
Usage: lab serve -variant rcpool|zerocopy|syncpool|good|plain -redis ... -kafka ... -location ... -pricing ... -accesslog ...

Runs the web service: POST /v1/quote asks a cache four times and two gRPC services once, produces five events
to Kafka and sends an access log line without waiting for either, and answers with JSON.
It prints one line of JSON with its addresses when it is ready, and serves until SIGINT or SIGTERM, or until its
standard input closes if that is a pipe. 'lab standins' starts something to point it at.

The administration address answers GET /snapshot, /healthz, /readyz and /metrics. A debug build also has
/debug/rcpool and /debug/pprof/; a build with -tags release has neither, and checks one lease in 1,024 at most.
`

// serve runs the web service.
func serve(args []string) int {
	var c service.Config
	var redis, kafka list
	v := flags("serve", aboutServe)
	v.StringVar((*string)(&c.Variant), "variant", string(service.Pooled), "where objects come from: rcpool; zerocopy, which is rcpool and decodes JSON without copying strings; syncpool, with references counted by hand; good, which pools gzip.Writers and buffers in sync.Pools; or plain, the heap")
	var pools list
	v.Var(&pools, "pools", "`pools` to use, of rcpool; the other objects come from the heap; default all")
	v.StringVar(&c.Listen, "listen", "127.0.0.1:0", "`host:port` for requests; port 0 is any free one")
	v.StringVar(&c.Admin, "admin", "127.0.0.1:0", "`host:port` for operators: snapshots, health and metrics")
	v.Var(&redis, "redis", "`host:port`s of Redis; several make a cluster")
	v.Var(&kafka, "kafka", "`host:port`s of Kafka brokers")
	v.StringVar(&c.Location, "location", "", "`host:port` of the location service")
	v.StringVar(&c.Pricing, "pricing", "", "`host:port` of the pricing service")
	v.StringVar(&c.AccessLog, "accesslog", "", "`host:port` of the collector of the access log")
	v.StringVar(&c.Topic, "topic", standin.DefaultTopic, "Kafka topic of the events; it must exist")
	v.DurationVar(&c.Timeout, "timeout", 2*time.Second, "timeout of everything that a request waits for")
	v.IntVar(&c.MaxRequests, "max-requests", 0, "requests to serve at a time; more are answered with 503; 0 is 8192")
	v.DurationVar(&c.Drain, "drain", 10*time.Second, "how long to wait at the end for work that is not done")
	heap := v.Int("live-heap", 0, "heap to keep beside what requests need, as a cache would: `MiB`")
	v.Uint64Var(&c.Leak, "leak", 0, "plant a mistake: one event in `n` is not released; 0 plants none")
	if err := v.Parse(args, os.Stdout); err != nil {
		return fail(err)
	}
	c.Redis, c.Kafka, c.LiveHeap = redis, kafka, *heap<<20
	if *heap < 0 {
		return fail(v.Mistake("-live-heap %d: choose at least 0", *heap))
	}
	if !slices.Contains(service.Variants, c.Variant) {
		return fail(v.Mistake("-variant %s: choose %s", c.Variant, sentence.List(service.Variants, "or")))
	}
	if pools != nil && c.Variant != service.Pooled {
		return fail(v.Mistake("-pools goes with -variant %s alone", service.Pooled))
	}
	if err := v.checkPools(pools); err != nil {
		return fail(err)
	}
	c.Pools = pools
	for _, backend := range []struct{ flag, address string }{
		{"redis", redis.String()}, {"kafka", kafka.String()}, {"location", c.Location}, {"pricing", c.Pricing}, {"accesslog", c.AccessLog},
	} {
		if backend.address == "" {
			return fail(v.Mistake("-%s is missing: the service needs all its backends; 'lab standins' starts them and prints their addresses", backend.flag))
		}
	}
	ctx, cancel := process.Lifetime(context.Background())
	defer cancel()
	var told error
	err := service.Run(ctx, c, func(e service.Endpoints) { told = process.Say(e) })
	return fail(taken(errors.Join(err, told), "-listen or -admin"))
}

const aboutStandins = `
Usage: lab standins [flags]

Runs what the web service calls: a Redis (miniredis) that is filled, a Kafka (kfake) with the topic, the location
and the pricing service (gRPC), and the collector of the access log (HTTP). Each answers after a delay.
It prints one line of JSON with their addresses when all are ready, and serves until SIGINT or SIGTERM, or until
its standard input closes if that is a pipe.
`

// standins runs everything that the service calls.
func standins(args []string) int {
	var c standin.Config
	v := flags("standins", aboutStandins)
	v.StringVar(&c.Listen, "listen", "127.0.0.1", "`host` to listen on")
	v.IntVar(&c.Port, "port", 0, "`port` of the first stand-in, Redis; Kafka, location, pricing and access log have the next ones; 0 is any free one for each")
	v.Var((*list)(&c.Only), "only", "`names` of the stand-ins to run, if not all of "+strings.Join(standin.Names, ","))
	topics := list{standin.DefaultTopic}
	v.Var(&topics, "topic", "Kafka `topics` to create")
	v.Uint64Var(&c.Seed, "seed", 1, "determines the delays")
	v.BoolVar(&c.KeepRecords, "keep", false, "keep the records that are produced to Kafka in memory, so that they can be consumed")
	delays := v.delays(standin.DefaultDelays())
	if err := v.Parse(args, os.Stdout); err != nil {
		return fail(err)
	}
	c.Delay, c.Topics = delays(), topics
	ctx, cancel := process.Lifetime(context.Background())
	defer cancel()
	var told error
	err := standin.Run(ctx, c, func(a standin.Addresses) { told = process.Say(a) })
	return fail(taken(errors.Join(err, told), "-listen"))
}

// delays defines a flag for the delay of each stand-in, with these defaults. Call the result after parsing.
func (v verb) delays(delays map[string]standin.Delay) func() map[string]standin.Delay {
	values := make(map[string]*standin.Delay, len(delays))
	for _, name := range standin.Names {
		value := delays[name]
		values[name] = &value
		v.Var(&value, name+"-delay", fmt.Sprintf("`delay` of the %s stand-in: 0, 5ms, uniform:1ms-9ms or lognormal:8ms,0.4", name))
	}
	return func() map[string]standin.Delay {
		for name, value := range values {
			delays[name] = *value
		}
		return delays
	}
}

// taken adds to an address already in use what to do about it.
func taken(err error, flag string) error {
	if errors.Is(err, syscall.EADDRINUSE) || errors.Is(err, syscall.EADDRNOTAVAIL) || errors.Is(err, os.ErrPermission) {
		return fmt.Errorf("%w; choose another address with %s, or port 0 for any free one", err, flag)
	}
	return err
}
