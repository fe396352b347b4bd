package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"slices"
	"strconv"
	"sync"
	"time"

	"github.com/rcpool/rcpool/lab/bench/peers/result"
)

const (
	// patience is the time for one mistake on a busy machine.
	patience = 2 * time.Minute

	// repetitions is how often a mistake is made to see whether sampling finds
	// it. Sampling checks one lease in 1024, and at most 1,000 a second.
	repetitions = 50_000
)

// An effort says how each mistake is made, in addition to once.
type effort struct {
	race   bool // under the race detector
	repeat bool // again and again, to see whether sampling finds it
}

// cells makes all mistakes with all peers.
func (b programs) cells(ctx context.Context, r result.Result, how effort) ([]result.Cell, error) {
	var racing string
	plain, err := b.build(ctx, false)
	if err == nil && how.race {
		if racing, err = b.build(ctx, true); err != nil {
			err = fmt.Errorf("%w\nThe race detector needs cgo and a C compiler; use -race=false without them", err)
		}
	}
	if err != nil {
		return nil, err
	}
	var all []result.Cell
	for _, m := range r.Misuses {
		for _, p := range r.Peers {
			if slices.Contains(m.Fits, p.Name) {
				all = append(all, result.Cell{Peer: p.Name, Misuse: m.Name})
			}
		}
	}
	err = inParallel(ctx, len(all), func(ctx context.Context, i int) error {
		c := &all[i]
		m := r.Misuses[slices.IndexFunc(r.Misuses, func(m result.Misuse) bool { return m.Name == c.Misuse })]
		p := r.Peers[slices.IndexFunc(r.Peers, func(p result.Peer) bool { return p.Name == c.Peer })]
		b.line.Show("%s, %s", p.Title, m.Title)
		err := fill(ctx, c, p, m, plain, racing, how)
		if err == nil && m.Control && (c.Outcome != result.Unnoticed || racing != "" && c.Race != result.Unnoticed) {
			err = fmt.Errorf("the program that makes mistakes is wrong: without a mistake the outcome is %q %s, under the race detector %q %s", c.Outcome, c.Said, c.Race, c.RaceSaid)
		}
		if err != nil {
			return fmt.Errorf("%s, %s: %w", p.Title, m.Title, err)
		}
		return nil
	})
	return all, err
}

// fill makes the mistake of a cell.
func fill(ctx context.Context, c *result.Cell, p result.Peer, m result.Misuse, plain, racing string, how effort) (err error) {
	byChance := []result.Outcome{result.Reported, result.Pattern} // of a pool that samples
	for try := 0; try == 0 || try < 4 && p.Sampled && slices.Contains(byChance, c.Outcome); try++ {
		if c.Outcome, c.Said, err = stage(ctx, plain, p, m); err != nil {
			return err
		}
	}
	if how.repeat && p.Sampled && slices.Contains([]result.Outcome{result.Corrupts, result.Pattern, result.Unnoticed}, c.Outcome) {
		again, said, err := stage(ctx, plain, p, m, "-repeat", strconv.Itoa(repetitions), "-until-report")
		if err != nil {
			return err
		}
		if again == result.Reported {
			c.Repeated, c.RepeatedSaid = true, said
		}
	}
	if racing != "" && !m.Plain {
		c.Race, c.RaceSaid, err = stage(ctx, racing, p, m)
	}
	return err
}

// stage runs the program that makes the mistake, and judges what came of it.
func stage(ctx context.Context, program string, p result.Peer, m result.Misuse, more ...string) (result.Outcome, string, error) {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	cmd := exec.CommandContext(ctx, program, slices.Concat([]string{"-peer", p.Name, "-misuse", m.Name}, more)...)
	cmd.Env = append(os.Environ(), "GORACE=exitcode=0", "RCPOOL_CHECK=", "GOGC=", "GODEBUG=")
	var out, said bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &said
	err := cmd.Run()
	if err != nil {
		return "", "", fmt.Errorf("%w\n%s", err, said.String())
	}
	var events []result.Event
	for d := json.NewDecoder(&out); d.More(); {
		var e result.Event
		if err := d.Decode(&e); err != nil {
			return "", "", fmt.Errorf("read what it observed: %w", err)
		}
		events = append(events, e)
	}
	if len(events) == 0 || events[len(events)-1].What != "end" {
		return "", "", errors.New("it did not come to its end")
	}
	outcome, text := result.Judge(m, events, said.String())
	return outcome, text, nil
}

// inParallel calls f for 0 to n-1, as many at a time as there are processors,
// until one fails.
func inParallel(ctx context.Context, n int, f func(context.Context, int) error) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	next := make(chan int)
	var wg sync.WaitGroup
	for range runtime.NumCPU() {
		wg.Go(func() {
			for i := range next {
				if err := f(ctx, i); err != nil {
					cancel(err)
				}
			}
		})
	}
	for i := 0; i < n && ctx.Err() == nil; i++ {
		next <- i
	}
	close(next)
	wg.Wait()
	return context.Cause(ctx)
}
