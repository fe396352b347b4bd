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

	"github.com/rcpool/rcpool/lab/bench/rounds"
	"github.com/rcpool/rcpool/lab/bench/waf/result"
	"github.com/rcpool/rcpool/lab/internal/command"
	"github.com/rcpool/rcpool/lab/internal/figure"
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
		if code := waf(t.Context(), args, io.Discard, &said); code != command.Usage || !strings.Contains(said.String(), "-help") {
			t.Errorf("%v: exit code %d, %q", args, code, said.String())
		}
	}
}

// The whole measurement, with few requests.
func TestWAF(t *testing.T) {
	if testing.Short() {
		t.Skip("builds Coraza three times, about 20 s")
	}
	if _, err := exec.LookPath("go"); err != nil {
		t.Skip("needs the go command")
	}
	file := filepath.Join(t.TempDir(), "new", "waf.txt")
	var printed, failed bytes.Buffer
	code := waf(t.Context(), []string{"-c", "4", "-n", "100", "-rounds", "2", "-load", "builtin", "-benchmarks", file}, &printed, &failed)
	if code != command.OK {
		t.Fatalf("exit code %d\n%s", code, failed.String())
	}
	kept, err := os.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer kept.Close()
	section, err := rounds.Summarize(kept, file, result.Comparison)
	if err != nil {
		t.Fatal(err)
	}
	if text, err := result.Section(section); err != nil || text != printed.String() {
		t.Errorf("%v: the file says\n%s\nbut printed was\n%s", err, text, printed.String())
	}
	row := section.Rows[0]
	median := func(variant, unit string) float64 {
		e, err := row.Median(variant, unit)
		if err != nil || e.Rounds != 2 {
			t.Errorf("%v, %d rounds", err, e.Rounds)
		}
		return e.Median
	}
	for _, v := range result.Variants {
		leases, fresh := median(v.Name, "leases"), median(v.Name, "fresh")
		if leased := v.Name == "rcpool"; leased != (leases >= 100) || fresh > leases/2 {
			t.Errorf("%s: %v leases, %v of them fresh", v.Name, leases, fresh)
		}
	}
	none := median("none", figure.Allocs)
	if median("released", figure.Allocs) >= none || median("rcpool", figure.Allocs) >= none {
		t.Errorf("the pools save no allocations of %v:\n%s", none, printed.String())
	}
}

// An interrupt leaves no process and no file behind.
func TestWAF_Interrupted(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir())
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if code := waf(ctx, nil, io.Discard, io.Discard); code != command.Interrupted {
		t.Errorf("exit code %d", code)
	}
	if left, err := os.ReadDir(os.TempDir()); err != nil || len(left) > 0 {
		t.Errorf("left behind %v, %v", left, err)
	}
}
