package main

import (
	"bytes"
	"context"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/rcpool/rcpool/lab/bench/waf/result"
	"github.com/rcpool/rcpool/lab/bench/workbench"
)

// The test's binary is the built-in load, too, when it is started as such.
func TestMain(m *testing.M) {
	if os.Getenv(loopVariable) != "" {
		main()
		return
	}
	os.Exit(m.Run())
}

const (
	goodPool = "package sync\n\nfunc NewPool(new func() any) Pool { return nil }\n"
	goodUse  = "package corazawaf\n\nimport \"github.com/corazawaf/coraza/v3/internal/sync\"\n\nvar pool = sync.NewPool(nil)\n"
)

func TestCheckSeam(t *testing.T) {
	for _, test := range []struct {
		name, pool, use, want string
	}{
		{"as it is", goodPool, goodUse, ""},
		{"no file", "", goodUse, "there is no internal/sync/pool_std.go"},
		{"another signature", strings.Replace(goodPool, "func() any", "func() any, max int", 1), goodUse, "does not declare func NewPool(new func() any) Pool"},
		{"a method", strings.Replace(goodPool, "NewPool", "(p *pools) NewPool", 1), goodUse, "does not declare"},
		{"no Go", "package", goodUse, "does not parse"},
		{"not used", goodPool, "package corazawaf\n", "is called 0 times in 0 files"},
		{"two pools", goodPool, goodUse + "\nvar other = sync.NewPool(nil)\n", "is called 2 times in 1 files"},
	} {
		t.Run(test.name, func(t *testing.T) {
			source := fstest.MapFS{"internal/corazawaf/waf.go": {Data: []byte(test.use)}}
			if test.pool != "" {
				source[seamFile] = &fstest.MapFile{Data: []byte(test.pool)}
			}
			err := checkSeam(source)
			switch {
			case test.want == "" && err != nil:
				t.Error(err)
			case test.want != "" && (err == nil || !strings.Contains(err.Error(), test.want) || !strings.Contains(err.Error(), "the seam has changed")):
				t.Errorf("%v, and not that %s", err, test.want)
			}
		})
	}
}

const abSaid = `
Concurrency Level:      20
Time taken for tests:   0.267 seconds
Complete requests:      400
Failed requests:        0
Requests per second:    1498.13 [#/sec] (mean)
Time per request:       13.350 [ms] (mean)
Time per request:       0.668 [ms] (mean, across all concurrent requests)

Percentage of the requests served within a certain time (ms)
  50%     13
  99%     32
 100%     34 (longest request)
`

const abTable = "Percentage served,Time in ms\n0,2.113\n50,12.705\n90,20.5\n99,31.506\n"

func TestParseAB(t *testing.T) {
	seconds, latency, err := parseAB(abSaid, abTable, 400)
	want := result.Latency{Mean: 13.35, P50: 12.705, P90: 20.5, P99: 31.506, Max: 34}
	if err != nil || seconds != 0.267 || latency != want {
		t.Errorf("%v s, %+v, %v", seconds, latency, err)
	}
	for name, said := range map[string]string{
		"blocked by the rules": abSaid + "Non-2xx responses:      400\n",
		"failed":               strings.Replace(abSaid, "Failed requests:        0", "Failed requests:        3", 1),
		"too few":              strings.Replace(abSaid, "requests:      400", "requests:      399", 1),
		"another format":       strings.Replace(abSaid, "Time taken", "Took", 1),
	} {
		if _, _, err := parseAB(said, abTable, 400); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
}

func TestWAF_WrongUsage(t *testing.T) {
	for _, args := range [][]string{{"-x"}, {"more"}, {"-c", "0"}, {"-n", "5"}, {"-path", "x"}, {"-load", "wrk"}} {
		var said bytes.Buffer
		if code := waf(t.Context(), args, io.Discard, &said); code != exitUsage || !strings.Contains(said.String(), "-help") {
			t.Errorf("%v: exit code %d, %q", args, code, said.String())
		}
	}
}

// The whole thing, with few requests.
func TestWAF(t *testing.T) {
	if testing.Short() {
		t.Skip("builds Coraza three times, some 20 s")
	}
	if _, err := exec.LookPath("go"); err != nil {
		t.Skip("needs the go command")
	}
	dir := t.TempDir()
	jsonFile, benchmarks := filepath.Join(dir, "waf.json"), filepath.Join(dir, "waf.txt")
	var said, failed bytes.Buffer
	code := waf(t.Context(), []string{"-c", "4", "-n", "100", "-rounds", "2", "-load", "builtin", "-json", jsonFile, "-benchmarks", benchmarks}, &said, &failed)
	if code != exitOK {
		t.Fatalf("exit code %d\n%s", code, failed.String())
	}
	r, err := workbench.ReadFile(jsonFile, result.Read)
	if err != nil {
		t.Fatal(err)
	}
	if len(r.Runs) != 2*len(result.Variants) || r.Section() != said.String() {
		t.Errorf("%d runs were kept, and told as\n%s\nbut printed was\n%s", len(r.Runs), r.Section(), said.String())
	}
	mallocs := map[string]uint64{}
	for _, run := range r.Runs {
		mallocs[run.Variant] += run.Mallocs
		if leased := run.Variant == "rcpool"; leased != (run.Leases >= 100) || run.Fresh > run.Leases/2 {
			t.Errorf("%s: %d leases, %d of them fresh", run.Variant, run.Leases, run.Fresh)
		}
	}
	if mallocs["released"] >= mallocs["none"] || mallocs["rcpool"] >= mallocs["none"] {
		t.Errorf("allocations are %v: the pools save none", mallocs)
	}
	text, err := os.ReadFile(benchmarks)
	if n := bytes.Count(text, []byte("BenchmarkWAF/pool=")); err != nil || n != len(r.Runs) {
		t.Errorf("%d benchmark lines, %v", n, err)
	}
}

// Whoever interrupts it finds no process and no file left.
func TestWAF_Interrupted(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir())
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if code := waf(ctx, nil, io.Discard, io.Discard); code != exitInterrupted {
		t.Errorf("exit code %d", code)
	}
	if left, err := os.ReadDir(os.TempDir()); err != nil || len(left) > 0 {
		t.Errorf("left behind %v, %v", left, err)
	}
}
