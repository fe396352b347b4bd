package main

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"strings"
	"syscall"
	"time"

	"github.com/rcpool/rcpool/lab/internal/command"
	"github.com/rcpool/rcpool/lab/process"
	"github.com/rcpool/rcpool/lab/report"
	"github.com/rcpool/rcpool/lab/traffic"
)

const aboutAttack = `
Usage: lab attack -url http://127.0.0.1:8080 [flags]

Sends load to a running service, open loop, and prints what it measured in the layout of vegeta
before version 12. The same seed always sends the same requests. Ctrl-C ends it early and reports what there is.

Several machines send one load together: each runs the same command, with -shard 0/3, 1/3 and 2/3, and with the same
-start-at. Each sends its part of the one schedule and prints a line of JSON; 'lab merge' makes the report of these.
`

// attack sends load by hand, or block by block as a parent asks on standard input.
func attack(args []string) int {
	var b traffic.Block
	var duration time.Duration
	var blocks bool
	v := flags("attack", aboutAttack)
	v.StringVar(&b.URL, "url", "", "the service, `http://host:port`")
	v.Float64Var(&b.Rate, "rate", 100, "requests a second")
	v.arrivals(&b.Arrivals)
	v.DurationVar(&duration, "duration", 10*time.Second, "how long to send")
	v.Uint64Var(&b.Seed, "seed", 1, "determines the sequence of requests")
	v.items(&b.Items)
	v.IntVar(&b.First, "first", 0, "index of the first request in the sequence")
	v.DurationVar(&b.Timeout, "timeout", 10*time.Second, "timeout of a request")
	v.BoolVar(&b.Real, "real", false, "the service asks other location and pricing services than the stand-ins: do not compare places and prices")
	v.Func("shard", "send part `i/n` of the load, such as 0/3, and print JSON for 'lab merge'", func(s string) error {
		_, err := fmt.Sscanf(s, "%d/%d", &b.Shard, &b.Shards)
		if err == nil && (b.Shard < 0 || b.Shard >= b.Shards || s != fmt.Sprintf("%d/%d", b.Shard, b.Shards)) {
			err = errors.New("the first of 3 is 0/3, the last is 2/3")
		}
		return err
	})
	v.Func("start-at", "begin at this `time`, such as 2026-05-01T12:00:00Z", func(s string) (err error) {
		b.Start, err = time.Parse(time.RFC3339, s)
		return err
	})
	v.BoolVar(&blocks, "blocks", false, "read blocks as lines of JSON on standard input and answer each with a line of JSON; for the experiment")
	if err := v.Parse(args, os.Stdout); err != nil {
		return fail(err)
	}
	ctx, cancel := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer cancel()
	if blocks {
		return fail(attackBlocks(ctx))
	}
	if err := cmp.Or(v.checkArrivals(b.Arrivals), v.checkItems(b.Items)); err != nil {
		return fail(err)
	}
	b.Count = int(b.Rate*duration.Seconds() + 0.5)
	switch {
	case !strings.HasPrefix(b.URL, "http://") && !strings.HasPrefix(b.URL, "https://"):
		return fail(v.Mistake("-url %q: write the service's address as http://host:port", b.URL))
	case b.Rate <= 0 || b.Count < 1:
		return fail(v.Mistake("-rate %g for -duration %v makes no request", b.Rate, duration))
	case b.Shards > 1 && b.Start.IsZero():
		return fail(v.Mistake("-shard %d/%d needs -start-at: the shards must begin together", b.Shard, b.Shards))
	case b.Count < b.Shards:
		return fail(v.Mistake("%d requests are too few for %d shards", b.Count, b.Shards))
	case !b.Start.IsZero() && time.Until(b.Start) < 0:
		return fail(fmt.Errorf("-start-at %s was %v ago", b.Start.Format(time.RFC3339), time.Since(b.Start).Round(time.Second)))
	}
	b.URL = strings.TrimSuffix(b.URL, "/")
	attacker := traffic.NewAttacker()
	defer attacker.Close()
	result, err := attacker.Run(ctx, b)
	interrupted := errors.Is(err, context.Canceled)
	if err != nil && !interrupted {
		return fail(err)
	}
	if b.Shards > 0 {
		err = process.Say(traffic.Shard{Block: b, Result: result})
	} else {
		err = report.Attack(os.Stdout, result)
	}
	switch {
	case err != nil:
		return fail(err)
	case interrupted:
		return command.Interrupted
	}
	return fail(judge(b, result))
}

// judge returns why an attack has failed, if it has.
func judge(b traffic.Block, r traffic.Result) error {
	switch {
	case len(r.Overruns) > 0:
		return fmt.Errorf("%g requests/s could not be driven: %s; the attack was ended", b.Rate, strings.Join(r.Overruns, "; "))
	case r.Success() == 0:
		return errors.New("no request was answered well")
	case r.Mixed > 0 || len(r.Wrong) > 0:
		return fmt.Errorf("%d answers were for another request, and of %d that were looked into, these were wrong: %v", r.Mixed, r.Checked, r.Wrong)
	}
	return nil
}

// attackBlocks serves a parent: a block per line in, a result per line out. It ends at once, also in the middle of a
// block, when ctx ends or its input does, because nothing waits for the result then.
func attackBlocks(ctx context.Context) error {
	if err := process.Say(struct{}{}); err != nil {
		return err
	}
	blocks, ended := make(chan traffic.Block), make(chan error, 2)
	go func() {
		lines := json.NewDecoder(os.Stdin)
		for {
			var b traffic.Block
			if err := lines.Decode(&b); errors.Is(err, io.EOF) {
				ended <- nil
				return
			} else if err != nil {
				ended <- fmt.Errorf("read a block: %w", err)
				return
			}
			blocks <- b
		}
	}()
	go func() {
		attacker := traffic.NewAttacker()
		for b := range blocks {
			result, err := attacker.Run(ctx, b)
			if err == nil {
				err = process.Say(result)
			}
			if err != nil {
				ended <- fmt.Errorf("block of %d requests: %w", b.Count, err)
				return
			}
		}
	}()
	select {
	case err := <-ended:
		return err
	case <-ctx.Done():
		return nil
	}
}
