// Rss shows what pools of byte slices do to the memory of a program when one
// request in a thousand is a giant (https://go.dev/issue/23199):
//
//	go run ./lab/bench/rss
//
// Each pool is put under the same load in a process of its own: a number of
// workers, each leasing slices of 64 bytes to 64 KiB, and one in a thousand of
// 8 MiB, and holding a few at a time. The table has, for each pool:
//
//	peak    the largest resident set of the process
//	end     the resident set at the end of the load, with the pool still warm
//	idle    the resident set after two garbage collections without load, the
//	        memory they freed given back to the system
//	held    the heap that was live after each collection, on average
//	alloc   bytes allocated per byte asked for
//	GCs     garbage collections during the load
//	time    of the load
//
// It works on Linux, where /proc tells the resident set.
package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"os/exec"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"strconv"
	"strings"
	"sync"
	"text/tabwriter"
	"time"

	"github.com/rcpool/rcpool/stdpool"
	"github.com/valyala/bytebufferpool"
)

const (
	small   = 64
	large   = 64 << 10
	giant   = 8 << 20
	oneIn   = 1000 // requests of which one is a giant
	holding = 4    // slices a worker holds at a time
)

// A pool leases n bytes, whose release takes them back.
type pool struct {
	name  string
	lease func(n int) (bytes []byte, release func())
}

// pools are those to compare, in the order of the table.
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
		{"sync.Pool", fromPool(&slices, math.MaxInt)},
		{"sync.Pool, 1 MiB at most", fromPool(&capped, 1<<20)},
		{"bytebufferpool", func(n int) ([]byte, func()) {
			b := byteBuffers.Get()
			if cap(b.B) < n {
				b.B = make([]byte, n)
			}
			b.B = b.B[:n]
			return b.B, func() { byteBuffers.Put(b) }
		}},
		{"stdpool.Bytes", func(n int) ([]byte, func()) {
			b := stdpool.Bytes(n)
			return b.Value(), func() { b.Release() }
		}},
	}
}

// A result is what one process has measured.
type result struct {
	Peak, End, Idle, Held, Allocated, Asked uint64 // bytes
	GCs                                     uint32
	Time                                    time.Duration
}

func main() {
	requests := flag.Int("requests", 200_000, "requests in all")
	workers := flag.Int("workers", 64, "requests at the same time")
	only := flag.String("only", "", "measure this pool, in this process, and print the result as JSON")
	flag.Parse()
	if *only != "" {
		for _, p := range pools() {
			if p.name == *only {
				json.NewEncoder(os.Stdout).Encode(measure(p, *requests, *workers))
				return
			}
		}
		fmt.Fprintf(os.Stderr, "rss: there is no pool %q\n", *only)
		os.Exit(2)
	}
	if err := compare(*requests, *workers); err != nil {
		fmt.Fprintln(os.Stderr, "rss:", err)
		os.Exit(1)
	}
}

func compare(requests, workers int) error {
	self, err := os.Executable()
	if err != nil {
		return err
	}
	fmt.Printf("%d requests, %d at a time, of %d bytes to %d KiB, one in %d of %d MiB; %s, %d processors\n\n",
		requests, workers, small, large>>10, oneIn, giant>>20, runtime.Version(), runtime.NumCPU())
	w := tabwriter.NewWriter(os.Stdout, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(w, "\tpeak\tend\tidle\theld\talloc\tGCs\ttime\t")
	for _, p := range pools() {
		cmd := exec.Command(self, "-only", p.name, "-requests", strconv.Itoa(requests), "-workers", strconv.Itoa(workers))
		cmd.Stderr = os.Stderr
		out, err := cmd.Output()
		if err != nil {
			return fmt.Errorf("measuring %s: %w", p.name, err)
		}
		var r result
		if err := json.Unmarshal(out, &r); err != nil {
			return fmt.Errorf("measuring %s: %w", p.name, err)
		}
		fmt.Fprintf(w, "%s\t%d MiB\t%d MiB\t%d MiB\t%d MiB\t%.3f\t%d\t%.1f s\t\n", p.name,
			r.Peak>>20, r.End>>20, r.Idle>>20, r.Held>>20, float64(r.Allocated)/float64(r.Asked), r.GCs, r.Time.Seconds())
	}
	return w.Flush()
}

func measure(p pool, requests, workers int) result {
	var (
		r             result
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
	r.End, r.Peak = resident("VmRSS"), resident("VmHWM")
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
	r.Idle = resident("VmRSS")
	return r
}

// work makes the requests of one worker, always the same, and says how many
// bytes they have asked for.
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
		for at := 0; at < n; at += 4096 { // so that all of it is resident
			bytes[at] = 1
		}
		if last := releases[i%holding]; last != nil {
			last()
		}
		releases[i%holding] = release
		runtime.Gosched() // as a request does that waits for something
	}
	for _, release := range releases {
		if release != nil {
			release()
		}
	}
	return asked
}

// meanLive is the mean of the live heap, as sampled until stop.
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

// resident reads a figure of /proc/self/status, in bytes; 0 if there is none.
func resident(name string) uint64 {
	status, err := os.ReadFile("/proc/self/status")
	if err != nil {
		return 0
	}
	for lines := bufio.NewScanner(bytes.NewReader(status)); lines.Scan(); {
		if value, ok := strings.CutPrefix(lines.Text(), name+":"); ok {
			kib, _ := strconv.ParseUint(strings.TrimSpace(strings.TrimSuffix(value, "kB")), 10, 64)
			return kib << 10
		}
	}
	return 0
}
