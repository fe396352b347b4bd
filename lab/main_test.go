//go:build unix

package main_test

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/rcpool/rcpool/adapters/rcjson"
	"github.com/rcpool/rcpool/lab/experiment"
	"github.com/rcpool/rcpool/lab/service"
	"github.com/rcpool/rcpool/lab/standin"
	"github.com/rcpool/rcpool/tools/advice"
	"github.com/twmb/franz-go/pkg/kerr"
	"github.com/twmb/franz-go/pkg/kfake"
	"github.com/twmb/franz-go/pkg/kmsg"
)

// binary is the command, built once.
var binary string

func TestMain(m *testing.M) {
	folder, err := os.MkdirTemp("", "lab")
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	binary = filepath.Join(folder, "lab")
	build := exec.Command("go", "build", "-o", binary, ".")
	build.Stderr = os.Stderr
	code := 1
	if err := build.Run(); err == nil {
		code = m.Run()
	}
	os.RemoveAll(folder)
	os.Exit(code)
}

// tiny is an experiment of a few seconds; the delays are short so that interrupted ones end quickly.
var tiny = []string{"-variants", "good,rcpool", "-processes", "1", "-rounds", "2", "-block", "500ms", "-warmup", "300ms", "-rate", "40", "-redis-delay", "0", "-location-delay", "1ms", "-pricing-delay", "1ms"}

// run is the command under way in a folder of its own.
type run struct {
	*exec.Cmd
	stdout, stderr said
	folder, mark   string
}

// said is what a run has said so far; it may be read while more is coming.
type said struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (s *said) Write(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.text.Write(p)
}

func (s *said) String() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.text.String()
}

// markVariable marks all processes of one run: children inherit it.
const markVariable = "LAB_TEST_RUN"

func start(t *testing.T, args ...string) *run {
	t.Helper()
	r := &run{Cmd: exec.Command(binary, args...), folder: t.TempDir(), mark: fmt.Sprintf("%s=%d-%d", markVariable, os.Getpid(), time.Now().UnixNano())}
	r.Dir, r.Env, r.Stdout, r.Stderr = r.folder, append(os.Environ(), r.mark), &r.stdout, &r.stderr
	r.WaitDelay = 10 * time.Second
	if err := r.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		for _, p := range r.processes(t) {
			syscall.Kill(p.pid, syscall.SIGKILL)
		}
	})
	return r
}

// end waits and returns the exit code.
func (r *run) end(t *testing.T) int {
	t.Helper()
	err := r.Wait()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		t.Fatal(err)
	}
	return r.ProcessState.ExitCode()
}

// child is one process of a run.
type child struct {
	pid  int
	args string
}

// processes lists what still runs of the run, zombies excluded.
func (r *run) processes(t *testing.T) []child {
	t.Helper()
	environments, err := filepath.Glob("/proc/[0-9]*/environ")
	if err != nil || len(environments) == 0 {
		t.Skip("needs /proc")
	}
	var all []child
	for _, path := range environments {
		text, err := os.ReadFile(path)
		if err != nil || !bytes.Contains(append([]byte{0}, text...), []byte("\x00"+r.mark+"\x00")) {
			continue
		}
		pid, _ := strconv.Atoi(strings.Split(path, "/")[2])
		args, _ := os.ReadFile(filepath.Join(filepath.Dir(path), "cmdline"))
		all = append(all, child{pid, strings.ReplaceAll(string(args), "\x00", " ")})
	}
	return all
}

// leftNothing fails if a process of the run lives on.
func (r *run) leftNothing(t *testing.T) {
	t.Helper()
	for deadline := time.Now().Add(20 * time.Second); ; time.Sleep(20 * time.Millisecond) {
		left := r.processes(t)
		if len(left) == 0 {
			return
		}
		if time.Now().After(deadline) {
			t.Fatalf("still running: %v", left)
		}
	}
}

// await returns the process of the run whose arguments contain all of what, when there is one.
func (r *run) await(t *testing.T, what string) child {
	t.Helper()
	for deadline := time.Now().Add(30 * time.Second); time.Now().Before(deadline); time.Sleep(10 * time.Millisecond) {
		for _, p := range r.processes(t) {
			if strings.Contains(p.args, what) {
				return p
			}
		}
	}
	t.Fatalf("no process with %q; stderr: %s", what, r.stderr.String())
	return child{}
}

func (r *run) failed(t *testing.T) {
	t.Helper()
	if t.Failed() {
		t.Logf("stdout:\n%s\nstderr:\n%s", r.stdout.String(), r.stderr.String())
	}
}

func TestExperiment_EndToEnd(t *testing.T) {
	r := start(t, append(tiny, "-variants", "plain,good,rcpool,plain:GOGC=400", "-processes", "2", "-rounds", "1", "-arrivals", "poisson",
		"-json", "lab.json", "-bench", "lab.txt", "-seed", "42", "-gogc", "80", "-procs", "1")...)
	defer r.failed(t)
	code := r.end(t)
	r.leftNothing(t)

	var result experiment.Result
	text, err := os.ReadFile(filepath.Join(r.folder, "lab.json"))
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(text, &result); err != nil {
		t.Fatal(err)
	}
	// A machine that has other things to do may miss the rate; the figures are then marked, and the exit code says so.
	if want := map[bool]int{true: 0, false: 1}[result.Trusted]; code != want {
		t.Errorf("exit code %d, trusted %v, warnings %q", code, result.Trusted, result.Warnings)
	}
	if result.Sets != 2 || result.Rounds != 2 || len(result.Blocks) != 10 || result.Interrupted || result.Failure != "" {
		t.Errorf("%d rounds, %d blocks, interrupted %v, failure %q", result.Rounds, len(result.Blocks), result.Interrupted, result.Failure)
	}
	var order []string
	for _, b := range result.Blocks {
		order = append(order, string(b.Variant))
		if b.Use.Requests != 20 || b.Load.Requests != 20 || b.Use.AllocBytes <= 0 || b.Use.CPUSeconds <= 0 {
			t.Errorf("block %d of %s: sent %d, %+v", b.Round, b.Variant, b.Load.Requests, b.Use)
		}
	}
	if got := strings.Join(order, " "); got != "plain good rcpool plain:GOGC=400 twin twin plain:GOGC=400 rcpool good plain" {
		t.Errorf("order %s", got)
	}
	for _, o := range result.Outcomes {
		if o.Load.Success() != 1 || o.Load.Mixed != 0 || len(o.Load.Errors) != 0 || o.Load.BytesIn == 0 {
			t.Errorf("%s: success %v, mixed %d, errors %v", o.Variant, o.Load.Success(), o.Load.Mixed, o.Load.Errors)
		}
		if o.Load.BytesIn != result.Outcomes[0].Load.BytesIn {
			t.Errorf("%s: answers of %d bytes, plain ones of %d, to the same requests", o.Variant, o.Load.BytesIn, result.Outcomes[0].Load.BytesIn)
		}
		if o.Use.PeakRSSBytes == 0 || len(o.Samples) == 0 {
			t.Errorf("%s: peak of memory %v, %d samples", o.Variant, o.Use.PeakRSSBytes, len(o.Samples))
		}
		if pooled := o.Variant == experiment.Pooled; pooled != (len(o.Use.Pools) > 0) {
			t.Errorf("%s has the pools %v", o.Variant, o.Use.Pools)
		}
		for _, p := range o.Use.Pools {
			if p.InUse != 0 || p.Gets == 0 && p.Name != "gzip" {
				t.Errorf("pool %+v", p)
			}
		}
	}
	for _, want := range []string{"GOGC=80 GOMAXPROCS=1", "seed 42", "40 requests/s, open loop, poisson arrivals", "\nrcpool\nRequests      [total, rate]            40, ", "\nplain with GOGC=400\n", "\npools of rcpool", "Error Set:\n", "from 2 sets"} {
		if result.Trusted && !strings.Contains(r.stdout.String(), want) {
			t.Errorf("the report does not say %q", want)
		}
	}
	for _, file := range []string{"lab-report.html", "lab.txt"} {
		if info, err := os.Stat(filepath.Join(r.folder, file)); err != nil || info.Size() == 0 {
			t.Errorf("%s: %v", file, err)
		}
		if !regexp.MustCompile(`(?m)^wrote /.*` + regexp.QuoteMeta(file) + `$`).MatchString(r.stdout.String()) {
			t.Errorf("it does not tell where %s is", file)
		}
	}
	if result.Trusted && r.stderr.String() != "" {
		t.Errorf("stderr is not a terminal, and yet it says %q", r.stderr.String())
	}
}

func TestExperiment_WrongUse(t *testing.T) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	gone := listener.Addr().String()
	listener.Close()
	for _, test := range []struct {
		name string
		args []string
		code int
		says []string
	}{
		{"unknown flag", []string{"-nope"}, 2, []string{"-nope", "Run 'lab -help'"}},
		{"unknown flag of a verb", []string{"serve", "-nope"}, 2, []string{"-nope", "Run 'lab serve -help'"}},
		{"unknown verb", []string{"frobnicate"}, 2, []string{`"frobnicate"`, "sweep, ablate, remains, advise, serve, standins, attack, merge, prepare, health and services"}},
		{"an argument too many", []string{"-rounds", "2", "more"}, 2, []string{`"more"`}},
		{"rate of nothing", []string{"-rate", "0"}, 2, []string{"-rate 0"}},
		{"rate that is no number", []string{"-rate", "fast"}, 2, []string{"fast", "-rate"}},
		{"no rounds", []string{"-rounds", "0"}, 2, []string{"-rounds 0"}},
		{"no processes", []string{"-processes", "0"}, 2, []string{"-processes 0"}},
		{"unknown variant of the experiment", []string{"-variants", "plain,best"}, 2, []string{"-variants", `"best"`, "rcpool"}},
		{"one variant alone", []string{"-variants", "plain"}, 2, []string{"-variants", "at least two"}},
		{"unknown arrivals", []string{"-arrivals", "often"}, 2, []string{"-arrivals often", "poisson"}},
		{"unknown arrivals of an attack", []string{"attack", "-url", "http://" + gone, "-arrivals", "often"}, 2, []string{"-arrivals often", "poisson"}},
		{"too many items", []string{"-items", "1501"}, 2, []string{"-items 1501", "1 to 1500"}},
		{"no items of an attack", []string{"attack", "-url", "http://" + gone, "-items", "0"}, 2, []string{"-items 0"}},
		{"rates that fall", []string{"sweep", "-rates", "200,100"}, 2, []string{"-rates", "from low to high"}},
		{"a rate that is no number", []string{"sweep", "-rates", "100,fast"}, 2, []string{`"fast"`}},
		{"no limit", []string{"sweep", "-slo", "0"}, 2, []string{"-slo"}},
		{"ablation of no pool", []string{"ablate", "-pools", "gzip,steam"}, 2, []string{"-pools", `"steam"`, "gzip"}},
		{"ablation of a pool twice", []string{"ablate", "-pools", "gzip,event,gzip"}, 2, []string{"-pools", `"gzip" is there twice`}},
		{"service with a pool that is none", []string{"serve", "-pools", "steam"}, 2, []string{"-pools steam", "call, known, answer, event, record, buffer and gzip"}},
		{"preparing nothing", []string{"prepare"}, 2, []string{"-redis and -kafka are missing"}},
		{"merging nothing", []string{"merge"}, 1, []string{"no shard", "lab attack -shard", "| lab merge"}},
		{"pools without rcpool", []string{"serve", "-variant", "plain", "-pools", "gzip"}, 2, []string{"-pools goes with -variant rcpool"}},
		{"variant of no pool", []string{"-variants", "good,rcpool-only-steam"}, 2, []string{"rcpool-only-steam", "no such pool"}},
		{"unknown preset", []string{"-preset", "miracle"}, 2, []string{"-preset miracle", "article, tight-memory, big-bodies, live-heap or bursts"}},
		{"wrong memory limit", []string{"-gomemlimit", "much"}, 2, []string{"-gomemlimit much", "64MiB"}},
		{"negative heap", []string{"-live-heap", "-1"}, 2, []string{"-live-heap"}},
		{"hardly a request", []string{"-rate", "2", "-block", "1s"}, 2, []string{"fewer than 10 requests"}},
		{"wrong delay", []string{"-redis-delay", "soon"}, 2, []string{"soon", "-redis-delay", "uniform:1ms-9ms"}},
		{"wrong GOGC", []string{"-gogc", "much"}, 2, []string{"-gogc much"}},
		{"missing address", []string{"-redis", "127.0.0.1:1,"}, 2, []string{"-redis", "a value is missing"}},
		{"unreachable Redis", []string{"-redis", gone}, 1, []string{"-redis " + gone, "connection refused", "leave -redis out"}},
		{"unreachable Kafka", []string{"-kafka", gone}, 1, []string{"-kafka " + gone, "connection refused"}},
		{"unreachable location service", []string{"-location", gone}, 1, []string{"-location " + gone}},
		{"unreachable pricing service", []string{"-pricing", gone}, 1, []string{"-pricing " + gone}},
		{"page that cannot be written", []string{"-html", "no/such/folder/x.html"}, 1, []string{"-html", "no/such/folder/x.html"}},
		{"JSON that cannot be written", []string{"-json", "/"}, 1, []string{"-json", "choose another file"}},
		{"one file for two", []string{"-json", "x", "-bench", "./x"}, 1, []string{"the same file"}},
		{"service without backends", []string{"serve"}, 2, []string{"-redis is missing", "lab standins"}},
		{"unknown variant", []string{"serve", "-variant", "best"}, 2, []string{"best", "plain, good, syncpool, rcpool or zerocopy"}},
		{"services without a verb", []string{"services"}, 2, []string{"up or down"}},
		{"services that are not there", []string{"services", "down", "-dir", "none"}, 0, []string{"no servers in none"}},
		{"attack without a service", []string{"attack"}, 2, []string{"-url", "http://host:port"}},
		{"attack on nobody", []string{"attack", "-url", "http://" + gone, "-rate", "50", "-duration", "100ms"}, 1, []string{"no request was answered well"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			r := start(t, test.args...)
			defer r.failed(t)
			if code := r.end(t); code != test.code {
				t.Errorf("exit code %d, want %d", code, test.code)
			}
			for _, want := range test.says {
				if !strings.Contains(r.stderr.String(), want) {
					t.Errorf("it does not say %q", want)
				}
			}
			if files, _ := os.ReadDir(r.folder); len(files) > 0 {
				t.Errorf("it left %v", files)
			}
			r.leftNothing(t)
		})
	}
}

func TestHelp_Teaches(t *testing.T) {
	for _, args := range [][]string{{"-help"}, {"--help"}, {"help"}, {"serve", "-help"}, {"standins", "-help"}, {"sweep", "-help"}, {"ablate", "-help"}, {"attack", "-h"}, {"merge", "-h"}, {"prepare", "-h"}, {"health", "-h"}, {"services", "-help"}, {"services", "up", "-help"}} {
		r := start(t, args...)
		code := r.end(t)
		if code != 0 || r.stderr.String() != "" || !strings.Contains(r.stdout.String(), "Usage: lab") || !strings.Contains(r.stdout.String(), "\nFlags:\n") {
			t.Errorf("%v: exit code %d\n%s%s", args, code, r.stdout.String(), r.stderr.String())
		}
	}
}

func TestExperiment_InterruptedReportsWhatWasMeasured(t *testing.T) {
	r := start(t, append(tiny, "-rounds", "400", "-json", "lab.json")...)
	defer r.failed(t)
	r.await(t, " attack ")
	// Rounds take a second and a half; this is not a time limit but a time to get some of them done.
	time.Sleep(5 * time.Second)
	r.Process.Signal(os.Interrupt)
	if code := r.end(t); code != 130 {
		t.Errorf("exit code %d, want 130", code)
	}
	r.leftNothing(t)
	text, err := os.ReadFile(filepath.Join(r.folder, "lab.json"))
	if len(text) == 0 {
		// So slow a machine that not one round was complete: then it must say so.
		if !strings.Contains(r.stderr.String(), "before the first round was complete") {
			t.Errorf("neither a report nor a reason: %v", err)
		}
		return
	}
	var result experiment.Result
	if err := json.Unmarshal(text, &result); err != nil {
		t.Fatal(err)
	}
	if !result.Interrupted || result.Rounds < 1 || len(result.Blocks) != 3*result.Rounds {
		t.Errorf("interrupted %v, %d rounds, %d blocks", result.Interrupted, result.Rounds, len(result.Blocks))
	}
	if want := fmt.Sprintf("It was interrupted after %d of 400 rounds.", result.Rounds); !strings.Contains(r.stdout.String(), want) {
		t.Errorf("it does not say %q", want)
	}
}

// Nothing is compared, so there is a service for each variant, and no twin.
func TestRemains_InterruptedEndsAllParts(t *testing.T) {
	r := start(t, "remains", "-warmup", "1m")
	defer r.failed(t)
	r.await(t, " attack ")
	services := 0
	for _, p := range r.processes(t) {
		if strings.Contains(p.args, " serve ") {
			services++
		}
	}
	if services != 4 {
		t.Errorf("%d services are running, want those of plain, good, rcpool and zerocopy", services)
	}
	r.Process.Signal(os.Interrupt)
	if code := r.end(t); code != 130 {
		t.Errorf("exit code %d, want 130", code)
	}
	r.leftNothing(t)
}

func TestRemains_SaysWhichPartDied(t *testing.T) {
	r := start(t, "remains", "-warmup", "1m")
	defer r.failed(t)
	doomed := r.await(t, " -variant zerocopy ")
	r.await(t, " attack ")
	syscall.Kill(doomed.pid, syscall.SIGKILL)
	if code := r.end(t); code != 1 {
		t.Errorf("exit code %d, want 1", code)
	}
	r.leftNothing(t)
	for _, want := range []string{"zerocopy", "signal: killed"} {
		if !strings.Contains(r.stderr.String(), want) {
			t.Errorf("it does not say %q", want)
		}
	}
}

func TestExperiment_InterruptedBeforeAnythingWasMeasured(t *testing.T) {
	r := start(t, append(tiny, "-warmup", "1m")...)
	defer r.failed(t)
	r.await(t, " attack ")
	r.Process.Signal(syscall.SIGTERM)
	if code := r.end(t); code != 130 {
		t.Errorf("exit code %d, want 130", code)
	}
	r.leftNothing(t)
	if !strings.Contains(r.stderr.String(), "nothing to report") {
		t.Error("it does not say that there is nothing to report")
	}
	if files, _ := os.ReadDir(r.folder); len(files) > 0 {
		t.Errorf("it left %v", files)
	}
}

// A child that is stopped does not end when asked to; the second Ctrl-C must not wait for it.
func TestExperiment_SecondInterruptEndsAtOnce(t *testing.T) {
	r := start(t, append(tiny, "-rounds", "400")...)
	defer r.failed(t)
	stuck := r.await(t, " -variant rcpool ")
	r.await(t, " attack ")
	syscall.Kill(stuck.pid, syscall.SIGSTOP)
	r.Process.Signal(os.Interrupt)
	for deadline := time.Now().Add(30 * time.Second); !strings.Contains(r.stderr.String(), "once more to stop at once"); time.Sleep(10 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatal("it does not say that it heard")
		}
	}
	r.Process.Signal(os.Interrupt)
	if code := r.end(t); code != 130 {
		t.Errorf("exit code %d, want 130", code)
	}
	r.leftNothing(t)
}

func TestExperiment_KilledLeavesNothingRunning(t *testing.T) {
	r := start(t, append(tiny, "-rounds", "400")...)
	r.await(t, " attack ")
	r.Process.Kill()
	r.Wait()
	r.leftNothing(t)
}

func TestExperiment_ChildThatDiesIsNamed(t *testing.T) {
	r := start(t, append(tiny, "-rounds", "400")...)
	defer r.failed(t)
	r.await(t, " attack ")
	syscall.Kill(r.await(t, " -variant rcpool ").pid, syscall.SIGKILL)
	if code := r.end(t); code != 1 {
		t.Errorf("exit code %d, want 1", code)
	}
	r.leftNothing(t)
	if got := r.stderr.String(); !strings.Contains(got, "rcpool service ended unexpectedly (signal: killed)") {
		t.Error("it does not say which child died, and how")
	}
}

// With backends that answer after a second, a high rate piles up requests on any machine.
func TestExperiment_RateThatCannotBeDriven(t *testing.T) {
	r := start(t, "-rate", "30000", "-block", "1s", "-warmup", "2s", "-rounds", "2", "-location-delay", "1900ms")
	defer r.failed(t)
	if code := r.end(t); code != 1 {
		t.Errorf("exit code %d, want 1", code)
	}
	r.leftNothing(t)
	if got := r.stderr.String(); !strings.Contains(got, "cannot drive 30000 requests/s") || !strings.Contains(got, "was the limit") || !strings.Contains(got, "lower -rate") {
		t.Error("it does not say what the limit was and what to do")
	}
}

// Stand-ins of another process are as good as real servers here: the cache is filled again and the topic created.
func TestExperiment_OnServersThatAreGiven(t *testing.T) {
	var at standin.Addresses
	begin(t, &at, "standins", "-keep", "-location-delay", "0", "-pricing-delay", "0", "-redis-delay", "0", "-kafka-delay", "0")
	r := start(t, append(tiny, "-redis", at.Redis, "-kafka", at.Kafka, "-location", at.Location, "-pricing", at.Pricing, "-topic", "another", "-json", "lab.json", "-html", "")...)
	defer r.failed(t)
	code := r.end(t)
	r.leftNothing(t)
	var result experiment.Result
	text, err := os.ReadFile(filepath.Join(r.folder, "lab.json"))
	if err == nil {
		err = json.Unmarshal(text, &result)
	}
	if err != nil {
		t.Fatalf("exit code %d: %v", code, err)
	}
	for _, o := range result.Outcomes {
		if o.Load.Success() != 1 || len(o.Use.Errors) != 0 {
			t.Errorf("%s: success %v, errors %v", o.Variant, o.Load.Success(), o.Use.Errors)
		}
	}
	for _, want := range []string{"redis at " + at.Redis, "kafka at " + at.Kafka, "location at " + at.Location, "pricing at " + at.Pricing, "accesslog lognormal"} {
		if !strings.Contains(strings.Join(strings.Fields(r.stdout.String()), " "), want) {
			t.Errorf("the report does not say %q", want)
		}
	}
	if _, err := os.Stat(filepath.Join(r.folder, "lab-report.html")); err == nil {
		t.Error("a page was written that was not asked for")
	}
}

// A Kafka that takes no large messages once lost every event of every variant, and the report did not say so.
func TestExperiment_KafkaThatRefusesFailsTheRunWithTheCause(t *testing.T) {
	cluster, err := kfake.NewCluster(kfake.NumBrokers(1))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(cluster.Close)
	cluster.Fault(kfake.Fault{Keys: []kmsg.Key{kmsg.Produce}, Count: -1, Err: kerr.MessageTooLarge})
	r := start(t, append(tiny, "-kafka", cluster.ListenAddrs()[0])...)
	defer r.failed(t)
	if code := r.end(t); code != 1 {
		t.Errorf("exit code %d, want 1", code)
	}
	r.leftNothing(t)
	for _, want := range []string{"events lost: publish to topic quotes.good of Kafka at " + cluster.ListenAddrs()[0], "MESSAGE_TOO_LARGE"} {
		if !strings.Contains(r.stderr.String(), want) {
			t.Errorf("it does not say %q", want)
		}
	}
}

func TestSweep_SaysWhichRateHolds(t *testing.T) {
	r := start(t, "sweep", "-variants", "good,rcpool", "-rates", "40,80", "-processes", "1", "-block", "500ms", "-warmup", "300ms", "-slo", "9s", "-price", "0.04")
	defer r.failed(t)
	if code := r.end(t); code != 0 {
		t.Errorf("exit code %d, want 0", code)
	}
	r.leftNothing(t)
	for _, want := range []string{`(?m)^ +40/s +good plain +`, `(?m)^ +80/s +rcpool +`, `price of 10⁶`, `(?m)^good plain: 80 requests/s is the highest rate tried with p99 of at most 9s$`, `(?m)^rcpool: 80 requests/s is`} {
		if !regexp.MustCompile(want).MatchString(r.stdout.String()) {
			t.Errorf("it does not say %s", want)
		}
	}
}

func TestAblate_RunsThePoolAloneAndMissing(t *testing.T) {
	r := start(t, "ablate", "-pools", "gzip", "-processes", "1", "-block", "300ms", "-warmup", "0", "-rate", "40", "-redis-delay", "0", "-html", "", "-json", "lab.json")
	defer r.failed(t)
	code := r.end(t)
	r.leftNothing(t)
	text, err := os.ReadFile(filepath.Join(r.folder, "lab.json"))
	if err != nil {
		t.Fatalf("exit code %d: %v", code, err)
	}
	var result experiment.Result
	if err := json.Unmarshal(text, &result); err != nil {
		t.Fatal(err)
	}
	for _, o := range result.Outcomes {
		var pools []string
		for _, p := range o.Use.Pools {
			pools = append(pools, p.Name)
		}
		want := map[experiment.Variant]string{
			experiment.Pooled: "call known answer event record buffer gzip", experiment.Only("gzip"): "gzip", experiment.Without("gzip"): "call known answer event record buffer",
		}[o.Variant]
		if got := strings.Join(pools, " "); got != want || o.Load.Success() != 1 {
			t.Errorf("%s: the pools are %q, want %q; success %v", o.Variant, got, want, o.Load.Success())
		}
	}
	if result.Ablation == nil || !strings.Contains(r.stdout.String(), "allocated bytes per request: all pools together") {
		t.Error("it does not say what the pool contributes")
	}
}

func TestRemains_SaysWhatIsLeftByLibrary(t *testing.T) {
	r := start(t, "remains", "-variants", "rcpool,zerocopy", "-requests", "40", "-warmup", "300ms", "-rate", "100", "-md", "remains.md")
	defer r.failed(t)
	if code := r.end(t); code != 0 {
		t.Errorf("exit code %d, want 0", code)
	}
	r.leftNothing(t)
	page, err := os.ReadFile(filepath.Join(r.folder, "remains.md"))
	if err != nil || !strings.Contains(string(page), "\n\n"+r.stdout.String()) {
		t.Errorf("the page is not what was printed: %v\n%s", err, page)
	}
	_, objects, _ := strings.Cut(string(page), "| objects for a request |")
	row := regexp.MustCompile(`(?m)^\| JSON \| (\d+) \| (\d+) \|$`).FindStringSubmatch(objects)
	if row == nil {
		t.Fatalf("there is no row of JSON for two variants:\n%s", page)
	}
	copying, _ := strconv.Atoi(row[1])
	sharing, _ := strconv.Atoi(row[2])
	if rcjson.Shares && sharing > copying/2 {
		t.Errorf("JSON allocates %d objects with copies and %d without", copying, sharing)
	}
}

// What rcadvise proposes for the plain service is what good plain has.
func TestAdvise_ProposesWhatIsPooled(t *testing.T) {
	r := start(t, "advise", "-requests", "200", "-warmup", "300ms", "-rate", "200", "-times", "100", "-json")
	defer r.failed(t)
	if code := r.end(t); code != 0 {
		t.Errorf("exit code %d, want 0", code)
	}
	r.leftNothing(t)
	var a advice.Advice
	if err := json.Unmarshal([]byte(r.stdout.String()), &a); err != nil {
		t.Fatal(err)
	}
	if len(a.Items) == 0 || a.Items[0].Verdict != advice.Pool || a.Items[0].What != "gzip.Writer" || !strings.HasSuffix(a.Items[0].Function, "service.(*service).write") || a.Items[0].Amount.Share < 0.4 {
		t.Errorf("the first proposal is %+v, want the gzip.Writer", a.Items)
	}
}

func TestParts_WorkByHand(t *testing.T) {
	var at standin.Addresses
	stands := begin(t, &at, "standins", "-location-delay", "0", "-pricing-delay", "0", "-redis-delay", "0")
	backends := backendsOf(at)
	var ends service.Endpoints
	served := begin(t, &ends, append([]string{"serve", "-variant", "plain"}, backends...)...)

	taken := start(t, append([]string{"serve", "-listen", ends.HTTP}, backends...)...)
	defer taken.failed(t)
	if code := taken.end(t); code != 1 || !strings.Contains(taken.stderr.String(), "address already in use") || !strings.Contains(taken.stderr.String(), "-listen") {
		t.Errorf("a port in use: exit code %d", code)
	}

	load := start(t, "attack", "-url", "http://"+ends.HTTP, "-rate", "50", "-duration", "500ms")
	defer load.failed(t)
	if code := load.end(t); code != 0 || !regexp.MustCompile(`(?m)^Status Codes +\[code:count\] +200:25$`).MatchString(load.stdout.String()) {
		t.Errorf("the attack: exit code %d", code)
	}
	shardsByHand(t, ends)
	for path, want := range map[string]int{service.HealthPath: 0, service.ReadyPath: 0, "/nothing": 1} {
		asked := start(t, "health", "-url", "http://"+ends.Admin+path)
		if code := asked.end(t); code != want {
			t.Errorf("the health at %s: exit code %d\n%s", path, code, asked.stderr.String())
		}
	}
	for _, r := range []*run{served, stands} {
		r.Process.Signal(os.Interrupt)
		if code := r.end(t); code != 0 {
			t.Errorf("a part that was interrupted: exit code %d, stderr %s", code, r.stderr.String())
		}
	}
}

// shardsByHand sends a load in two parts, of which 'lab merge' makes one report.
func shardsByHand(t *testing.T, to service.Endpoints) {
	t.Helper()
	from := time.Now().Add(2 * time.Second).Format(time.RFC3339Nano)
	var shards [2]*run
	for i := range shards {
		shards[i] = start(t, "attack", "-url", "http://"+to.HTTP, "-rate", "50", "-duration", "500ms", "-shard", fmt.Sprintf("%d/2", i), "-start-at", from)
	}
	said := "a message in the log\n"
	for i, shard := range shards {
		if code := shard.end(t); code != 0 {
			t.Errorf("shard %d: exit code %d\n%s", i, code, shard.stderr.String())
		}
		said += shard.stdout.String()
	}
	for _, part := range []struct {
		in, out, err string
		fails        bool
	}{
		{said, `(?m)^Status Codes +\[code:count\] +200:25$`, "^a message in the log\n$", false},
		{shards[0].stdout.String(), "^$", "shard 1 of 2 is missing", true},
	} {
		var out, errors strings.Builder
		merge := exec.Command(binary, "merge")
		merge.Stdin, merge.Stdout, merge.Stderr = strings.NewReader(part.in), &out, &errors
		err := merge.Run()
		if (err != nil) != part.fails || !regexp.MustCompile(part.out).MatchString(out.String()) || !regexp.MustCompile(part.err).MatchString(errors.String()) {
			t.Errorf("merge: %v, and it says\n%s%s", err, &out, &errors)
		}
	}
}

// backendsOf are the flags of a service for its backends.
func backendsOf(at standin.Addresses) []string {
	return []string{"-redis", at.Redis, "-kafka", at.Kafka, "-location", at.Location, "-pricing", at.Pricing, "-accesslog", at.AccessLog}
}

// begin starts a part of the lab and waits until it says that it is ready. Its input is /dev/null, as in a script.
func begin(t *testing.T, ready any, args ...string) *run {
	t.Helper()
	r := &run{Cmd: exec.Command(binary, args...)}
	out, err := r.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	r.Stderr = &r.stderr
	if err := r.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { r.Process.Kill() })
	line, err := bufio.NewReader(out).ReadBytes('\n')
	if err == nil {
		err = json.Unmarshal(line, ready)
	}
	if err != nil {
		t.Fatalf("%v: %v", args, err)
	}
	return r
}
