package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"runtime"
	"slices"
	"strconv"
	"sync"
	"sync/atomic"
	"time"

	"github.com/rcpool/rcpool/lab/bench/waf/result"
	"github.com/rcpool/rcpool/lab/internal/command"
)

// builtin is a load like ab's, made by this program in a process of its own.
type builtin struct{}

func (builtin) name() string { return "a closed loop in " + runtime.Version() }

// loopVerb is the first argument of the process that makes the load.
const loopVerb = "closed-loop"

// A loopResult is what that process prints.
type loopResult struct {
	Seconds float64
	Latency result.Latency
}

func (builtin) drive(ctx context.Context, url string, concurrency, requests int) (float64, result.Latency, error) {
	self, err := os.Executable()
	if err != nil {
		return 0, result.Latency{}, err
	}
	cmd := command.Start(ctx, "", self, loopVerb, url, strconv.Itoa(concurrency), strconv.Itoa(requests))
	cmd.Env = append(os.Environ(), loopVariable+"=1")
	out, err := command.Output(cmd)
	if err != nil {
		return 0, result.Latency{}, err
	}
	var r loopResult
	if err := json.Unmarshal(out, &r); err != nil {
		return 0, result.Latency{}, fmt.Errorf("the built-in load said %q: %w", out, err)
	}
	return r.Seconds, r.Latency, nil
}

// loopVariable is set in that process, so that nobody starts it by hand.
const loopVariable = "RCPOOL_WAF_LOOP"

// loopMain is that process.
func loopMain(args []string) error {
	if len(args) != 3 {
		return fmt.Errorf("%s is for the use of this program", loopVerb)
	}
	concurrency, _ := strconv.Atoi(args[1])
	requests, _ := strconv.Atoi(args[2])
	r, err := closedLoop(args[0], concurrency, requests)
	if err != nil {
		return err
	}
	return json.NewEncoder(os.Stdout).Encode(r)
}

func closedLoop(url string, concurrency, requests int) (loopResult, error) {
	client := &http.Client{Transport: &http.Transport{DisableKeepAlives: true}, Timeout: time.Minute}
	took := make([]time.Duration, requests)
	var (
		next   atomic.Int64
		wg     sync.WaitGroup
		failed atomic.Pointer[error]
	)
	began := time.Now()
	for range concurrency {
		wg.Go(func() {
			for failed.Load() == nil {
				i := next.Add(1) - 1
				if i >= int64(requests) {
					return
				}
				from := time.Now()
				if err := get(client, url); err != nil {
					failed.Store(&err)
				}
				took[i] = time.Since(from)
			}
		})
	}
	wg.Wait()
	elapsed := time.Since(began)
	if err := failed.Load(); err != nil {
		return loopResult{}, *err
	}
	slices.Sort(took)
	at := func(q float64) float64 { return took[int(q*float64(requests-1))].Seconds() * 1e3 }
	sum := time.Duration(0)
	for _, d := range took {
		sum += d
	}
	return loopResult{elapsed.Seconds(), result.Latency{
		Mean: sum.Seconds() * 1e3 / float64(requests), P50: at(0.5), P90: at(0.9), P99: at(0.99), Max: at(1),
	}}, nil
}

func get(client *http.Client, url string) error {
	r, err := client.Get(url)
	if err != nil {
		return err
	}
	defer r.Body.Close()
	if r.StatusCode != http.StatusOK {
		return fmt.Errorf("GET %s was answered with %s", url, r.Status)
	}
	_, err = io.Copy(io.Discard, r.Body)
	return err
}
