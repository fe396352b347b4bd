// Command rss measures what one giant in a thousand requests does to the memory
// of a program, for several pools of byte slices. Run it with -help from the root
// of the repository.
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"os"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"strconv"
	"sync"
	"time"

	"github.com/valyala/bytebufferpool"

	"github.com/rcpool/rcpool/lab/bench/rounds"
	"github.com/rcpool/rcpool/lab/bench/rss/result"
	"github.com/rcpool/rcpool/lab/internal/command"
	"github.com/rcpool/rcpool/lab/internal/machine"
	"github.com/rcpool/rcpool/lab/internal/progress"
	"github.com/rcpool/rcpool/lab/internal/summary"
	"github.com/rcpool/rcpool/stdpool"
)

const usage = "go run ./lab/bench/rss"

const about = `rss measures what pools of byte slices do to the memory of a program when one
request in a thousand is a giant (https://go.dev/issue/23199):

	go run ./lab/bench/rss                            about 20 seconds

Each pool gets the same load in a process of its own: a number of workers, each of
which leases slices of 64 bytes to 64 KiB, and one in a thousand of 8 MiB, and
holds a few at a time. The table goes to standard output; intervals need at least
6 rounds. -benchmarks writes every run in Go's benchmark format.

It needs Linux, where /proc has the resident set.

Exit codes: 0 done; 1 failed; 2 wrong usage; 130 interrupted.`

const (
	small   = 64
	large   = 64 << 10
	giant   = 8 << 20
	oneIn   = 1000 // requests of which one is a giant
	holding = 4    // slices that a worker holds at a time
)

// A pool leases n bytes until release is called.
type pool struct {
	name  string
	lease func(n int) (bytes []byte, release func())
}

// pools are those to compare, by the names of result.Pools.
func pools() []pool {
	var slices, capped sync.Pool
	fromPool := func(p *sync.Pool, limit int) func(int) ([]byte, func()) {
		return func(n int) ([]byte, func()) {
			b, _ := p.Get().(*[]byte)
			if b == nil {
				b = new([]byte)
			}
			if cap(*b) < n {
				*b = make([]byte, n)
			}
			return (*b)[:n], func() {
				if cap(*b) <= limit {
					p.Put(b)
				}
			}
		}
	}
	var byteBuffers bytebufferpool.Pool
	return []pool{
		{"make", func(n int) ([]byte, func()) { return make([]byte, n), func() {} }},
		{"sync", fromPool(&slices, math.MaxInt)},
		{"sync-1MiB", fromPool(&capped, 1<<20)},
		{"bytebufferpool", func(n int) ([]byte, func()) {
			b := byteBuffers.Get()
			if cap(b.B) < n {
				b.B = make([]byte, n)
			}
			b.B = b.B[:n]
			return b.B, func() { byteBuffers.Put(b) }
		}},
		{"stdpool", func(n int) ([]byte, func()) {
			b := stdpool.Bytes(n)
			return b.Value(), func() { b.Release() }
		}},
	}
}

func main() { command.Main(rss) }

// rss is the command. It returns its exit code.
func rss(ctx context.Context, args []string, stdout, stderr io.Writer) int {
	flags := command.NewFlags(usage, about)
	requests := flags.Int("requests", 200_000, "requests in all")
	workers := flags.Int("workers", 64, "requests at the same time")
	count := flags.Int("rounds", 6, "runs of each pool")
	benchmarks := flags.String("benchmarks", "", "write all runs to this `file`")
	only := flags.String("only", "", "measure this `pool` in this process, and print the run as JSON; for the use of this program")
	err := flags.Parse(args, stdout)
	switch {
	case err != nil:
	case *workers < 1 || *requests < *workers || *count < 1:
		err = flags.Mistake("-workers and -rounds must be at least 1, and -requests at least -workers")
	case *only != "":
		err = one(*only, *requests, *workers, stdout)
	default:
		err = compare(ctx, load{*requests, *workers, *count}, *benchmarks, stdout, stderr)
	}
	return command.Exit(ctx, stderr, "rss", err)
}

// one measures a pool in this process.
func one(name string, requests, workers int, stdout io.Writer) error {
	for _, p := range pools() {
		if p.name == name {
			return json.NewEncoder(stdout).Encode(measure(p, requests, workers))
		}
	}
	return fmt.Errorf("there is no pool %q", name)
}

// A load is what each pool gets, in each round.
type load struct{ requests, workers, rounds int }

// compare measures all pools, and writes the runs to a file, unless its name is
// empty, and the table to stdout.
func compare(ctx context.Context, l load, file string, stdout, stderr io.Writer) error {
	line := progress.On(stderr)
	defer line.Clear()
	how := summary.Now(ctx, ".")
	how.Rounds, how.Command = l.rounds, usage
	how.Notes = map[string]string{"load": fmt.Sprintf("%d requests, %d at a time, of %d bytes to %d KiB, one in %d of %d MiB", l.requests, l.workers, small, large>>10, oneIn, giant>>20)}
	var runs []result.Run
	for round := range l.rounds {
		for _, p := range result.Pools {
			line.Show("round %d of %d: %s", round+1, l.rounds, p.Title)
			run, err := l.inChild(ctx, p.Name)
			if err != nil {
				return fmt.Errorf("measure %s: %w", p.Title, err)
			}
			runs = append(runs, run)
		}
	}
	section, err := rounds.Keep(file, func(w io.Writer) error { return result.Write(w, how, runs) }, result.Comparison)
	if err != nil {
		return err
	}
	table, err := result.Table(section)
	if err != nil {
		return err
	}
	line.Clear()
	_, err = fmt.Fprintf(stdout, "%s; %s.\n\n%s", how.Conditions(), how.Notes["load"], table)
	return err
}

// inChild measures a pool in a process of its own.
func (l load) inChild(ctx context.Context, pool string) (run result.Run, err error) {
	self, err := os.Executable()
	if err != nil {
		return run, err
	}
	out, err := command.Output(command.Start(ctx, "", self, "-only", pool, "-requests", strconv.Itoa(l.requests), "-workers", strconv.Itoa(l.workers)))
	if err == nil {
		err = json.Unmarshal(out, &run)
	}
	run.Pool = pool
	return run, err
}

func measure(p pool, requests, workers int) result.Run {
	var (
		r             result.Run
		wg            sync.WaitGroup
		before, after runtime.MemStats
		asked         = make([]uint64, workers)
	)
	stop, held := make(chan struct{}), make(chan uint64)
	go func() { held <- meanLive(stop) }()
	runtime.ReadMemStats(&before)
	began := time.Now()
	for worker := range workers {
		wg.Go(func() { asked[worker] = work(p, requests/workers, uint64(worker)) })
	}
	wg.Wait()
	r.Time = time.Since(began)
	r.End, r.Peak = machine.Resident()
	runtime.ReadMemStats(&after)
	close(stop)
	r.Held = <-held
	r.GCs = after.NumGC - before.NumGC
	r.Allocated = after.TotalAlloc - before.TotalAlloc
	for _, n := range asked {
		r.Asked += n
	}
	runtime.GC()
	debug.FreeOSMemory()
	r.Idle, _ = machine.Resident()
	return r
}

// work makes the requests of one worker, the same for the same seed, and returns
// how many bytes they asked for.
func work(p pool, requests int, seed uint64) (asked uint64) {
	random := rand.New(rand.NewPCG(seed, 1))
	var releases [holding]func()
	for i := range requests {
		n := int(small * math.Pow(large/small, random.Float64()))
		if random.IntN(oneIn) == 0 {
			n = giant
		}
		asked += uint64(n)
		bytes, release := p.lease(n)
		for at := 0; at < n; at += 4096 { // to make all of it resident
			bytes[at] = 1
		}
		if last := releases[i%holding]; last != nil {
			last()
		}
		releases[i%holding] = release
		runtime.Gosched() // as a request that waits for something
	}
	for _, release := range releases {
		if release != nil {
			release()
		}
	}
	return asked
}

// meanLive samples the live heap until stop, and returns the mean.
func meanLive(stop chan struct{}) uint64 {
	sample := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
	sum, n := uint64(0), uint64(0)
	for tick := time.NewTicker(5 * time.Millisecond); ; {
		select {
		case <-stop:
			tick.Stop()
			return sum / max(n, 1)
		case <-tick.C:
			metrics.Read(sample)
			sum, n = sum+sample[0].Value.Uint64(), n+1
		}
	}
}
