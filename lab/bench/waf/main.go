// Command waf measures what pooling its transactions does to a web application
// firewall under load. Run it with -help from the root of the repository.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"runtime"
	"strings"
	"syscall"
	"time"

	"github.com/rcpool/rcpool/lab/bench/waf/result"
	"github.com/rcpool/rcpool/lab/bench/workbench"
)

const about = `waf measures what pooling its transactions does to Coraza, a web application
firewall, with the OWASP core rule set, behind net/http, under load:

	go run ./lab/bench/waf                                       about 1 minute
	go run ./lab/bench/waf -c 1000 -n 100000 -rounds 5           about 10 minutes

Coraza is built three times: with every transaction allocated, as released
(its transactions are in a sync.Pool), and with its transactions leased from an
rcpool.Pool. The sources come from the module cache; they are copied to a
temporary directory and changed there, in the one file that makes the pool.

Each run is a new process, which is warmed up and then asked for one page over
and over by ab, or by this program if there is no ab. The variants take turns.
Everything stays on 127.0.0.1, on a free port. The machine should have nothing
else to do.

The table goes to standard output. -json keeps every run, and -benchmarks
writes them for benchstat:

	go run ./lab/bench/waf -json lab/bench/results/waf.json -benchmarks waf.txt
	benchstat -col /pool waf.txt

-section tells a result that was kept, and measures nothing.
`

// Exit codes.
const (
	exitOK          = 0
	exitFailed      = 1
	exitUsage       = 2
	exitInterrupted = 130
)

func main() {
	if os.Getenv(loopVariable) != "" {
		if err := loopMain(os.Args[2:]); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(exitFailed)
		}
		return
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	code := waf(ctx, os.Args[1:], os.Stdout, os.Stderr)
	stop()
	os.Exit(code)
}

// waf is the command, and returns its exit code.
func waf(ctx context.Context, args []string, stdout, stderr io.Writer) int {
	var s settings
	flags := flag.NewFlagSet("waf", flag.ContinueOnError)
	flags.SetOutput(io.Discard)
	flags.IntVar(&s.concurrency, "c", 100, "requests at a time")
	flags.IntVar(&s.requests, "n", 5000, "requests of each run")
	flags.IntVar(&s.rounds, "rounds", 5, "runs of each variant")
	flags.StringVar(&s.path, "path", "/?id=17&name=anna", "what to ask for; the rules must let it pass")
	wanted := flags.String("load", "auto", "`who` makes the load: ab, builtin, or auto for ab if there is one")
	jsonFile := flags.String("json", "", "write all runs to this `file`")
	benchmarks := flags.String("benchmarks", "", "write all runs to this `file`, as Go benchmarks")
	section := flags.String("section", "", "tell the result in this `file`, written with -json, in Markdown")
	usage := func(err error) int {
		fmt.Fprintf(stderr, "waf: %v\nRun 'go run ./lab/bench/waf -help' to see the flags.\n", err)
		return exitUsage
	}
	switch err := flags.Parse(args); {
	case errors.Is(err, flag.ErrHelp):
		fmt.Fprintf(stdout, "%s\nFlags:\n", about)
		flags.SetOutput(stdout)
		flags.PrintDefaults()
		return exitOK
	case err != nil:
		return usage(err)
	case flags.NArg() > 0:
		return usage(fmt.Errorf("%q is not a flag", flags.Arg(0)))
	case s.concurrency < 1 || s.rounds < 1 || s.requests < s.concurrency:
		return usage(fmt.Errorf("-c and -rounds must be at least 1, and -n at least -c"))
	case !strings.HasPrefix(s.path, "/"):
		return usage(fmt.Errorf("-path must begin with /"))
	case *wanted != "auto" && *wanted != "ab" && *wanted != "builtin":
		return usage(fmt.Errorf("-load must be ab, builtin or auto"))
	}

	err := func() error {
		if *section != "" {
			r, err := workbench.ReadFile(*section, result.Read)
			if err != nil {
				return err
			}
			_, err = io.WriteString(stdout, r.Section())
			return err
		}
		r, err := compare(ctx, s, *wanted, stderr)
		if err != nil {
			return err
		}
		r.Command = "go run ./lab/bench/waf" + given(flags)
		if _, err := io.WriteString(stdout, r.Section()); err != nil {
			return err
		}
		return errors.Join(workbench.WriteFile(*jsonFile, r.Write), workbench.WriteFile(*benchmarks, r.WriteBenchmarks))
	}()
	switch {
	case ctx.Err() != nil:
		fmt.Fprintln(stderr, "waf: interrupted")
		return exitInterrupted
	case err != nil:
		fmt.Fprintf(stderr, "waf: %v\n", err)
		return exitFailed
	}
	return exitOK
}

// given are the flags that were set, as one would write them, but for where the
// results went.
func given(flags *flag.FlagSet) string {
	var b strings.Builder
	flags.Visit(func(f *flag.Flag) {
		switch value := f.Value.String(); f.Name {
		case "json", "benchmarks":
		default:
			fmt.Fprintf(&b, " -%s %s", f.Name, quoted([]string{value})[0])
		}
	})
	return b.String()
}

// compare builds and runs everything.
func compare(ctx context.Context, s settings, wanted string, stderr io.Writer) (r result.Result, err error) {
	tell := workbench.Teller(stderr)
	defer tell("")
	load, why, err := chooseLoad(ctx, wanted)
	if err != nil {
		return r, err
	}
	if why != "" {
		fmt.Fprintf(stderr, "waf: %s\n", why)
	}
	if err := checkFiles(ctx, s.concurrency); err != nil {
		return r, err
	}
	w, err := open(ctx)
	if err != nil {
		return r, err
	}
	defer os.RemoveAll(w.dir)
	e := experiment{settings: s, load: load, programs: map[string]string{}, progress: tell}
	for _, v := range result.Variants {
		tell("building Coraza, %s", v.Title)
		if e.programs[v.Name], err = w.build(ctx, v.Name); err != nil {
			return r, fmt.Errorf("build %s: %w", v.Title, err)
		}
	}
	r = result.Result{
		Schema: result.Schema, Measured: time.Now().UTC().Truncate(time.Second),
		Go: runtime.Version(), System: runtime.GOOS + "/" + runtime.GOARCH, CPU: workbench.Processor(), Processors: runtime.NumCPU(),
		Load: load.name(), Path: s.path, Concurrency: s.concurrency, Requests: s.requests, WarmUp: s.warmUp(), Rounds: s.rounds,
	}
	if r.Modules, err = w.modules(ctx); err != nil {
		return r, err
	}
	r.Runs, err = e.runAll(ctx)
	return r, err
}
