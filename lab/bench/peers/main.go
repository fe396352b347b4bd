// Command peers puts rcpool and its peers to the same work, and makes the same
// mistakes with them. Run it with -help from the root of the repository.
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
	"syscall"
	"time"

	"github.com/rcpool/rcpool/lab/bench/peers/result"
	"github.com/rcpool/rcpool/lab/bench/workbench"
)

const about = `peers compares rcpool with the pools that others use:

	go run ./lab/bench/peers                   both parts, about 5 minutes
	go run ./lab/bench/peers -only misuse      about 3 minutes
	go run ./lab/bench/peers -only benchmarks  about 2 minutes

The benchmarks are those of lab/bench/peers/pools: all peers, in turn, in rounds,
in one process for each round. The machine should have nothing else to do.

The mistakes are made by real programs, one process for each mistake and each
peer, and once more under the race detector, which needs a C compiler. There is
no figure in what comes of them, so the machine may be busy.

What is told goes to standard output, in Markdown. -json keeps everything, and
-benchmarks writes the figures for benchstat. If the file of -json is there
already, -only renews its part and keeps the other:

	go run ./lab/bench/peers -json lab/bench/results/peers.json -benchmarks peers.txt
	benchstat -col /peer peers.txt

-section tells a result that was kept, and does nothing else.
`

// Exit codes.
const (
	exitOK          = 0
	exitFailed      = 1
	exitUsage       = 2
	exitInterrupted = 130
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	code := peers(ctx, os.Args[1:], os.Stdout, os.Stderr)
	stop()
	os.Exit(code)
}

// settings are what the flags say.
type settings struct {
	misuse, benchmarks, race bool
	rounds                   int
	benchTime                time.Duration
}

// peers is the command, and returns its exit code.
func peers(ctx context.Context, args []string, stdout, stderr io.Writer) int {
	var s settings
	flags := flag.NewFlagSet("peers", flag.ContinueOnError)
	flags.SetOutput(io.Discard)
	only := flags.String("only", "", "do only this `part`: misuse or benchmarks")
	flags.BoolVar(&s.race, "race", true, "make the mistakes under the race detector, too")
	flags.IntVar(&s.rounds, "rounds", 10, "rounds of the benchmarks")
	flags.DurationVar(&s.benchTime, "benchtime", 100*time.Millisecond, "time for each benchmark in each round")
	jsonFile := flags.String("json", "", "write everything to this `file`")
	benchmarks := flags.String("benchmarks", "", "write the figures to this `file`, as Go benchmarks")
	section := flags.String("section", "", "tell the result in this `file`, written with -json")
	usage := func(err error) int {
		fmt.Fprintf(stderr, "peers: %v\nRun 'go run ./lab/bench/peers -help' to see the flags.\n", err)
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
	case *only != "" && *only != "misuse" && *only != "benchmarks":
		return usage(fmt.Errorf("-only must be misuse or benchmarks"))
	case s.rounds < 1 || s.benchTime <= 0:
		return usage(fmt.Errorf("-rounds and -benchtime must be more than 0"))
	}
	s.misuse, s.benchmarks = *only != "benchmarks", *only != "misuse"

	err := func() error {
		if *section != "" {
			r, err := workbench.ReadFile(*section, result.Read)
			if err != nil {
				return err
			}
			_, err = io.WriteString(stdout, r.Section())
			return err
		}
		r, err := compare(ctx, s, stderr)
		if err != nil {
			return err
		}
		r.Command = "go run ./lab/bench/peers"
		if *jsonFile != "" && *only != "" {
			if r, err = keepOther(*jsonFile, r, s); err != nil {
				return err
			}
		}
		if _, err := io.WriteString(stdout, r.Section()); err != nil {
			return err
		}
		return errors.Join(workbench.WriteFile(*jsonFile, r.Write), workbench.WriteFile(*benchmarks, r.WriteBenchmarks))
	}()
	switch {
	case ctx.Err() != nil:
		fmt.Fprintln(stderr, "peers: interrupted")
		return exitInterrupted
	case err != nil:
		fmt.Fprintf(stderr, "peers: %v\n", err)
		return exitFailed
	}
	return exitOK
}

// compare does what s says.
func compare(ctx context.Context, s settings, stderr io.Writer) (r result.Result, err error) {
	tell := workbench.Teller(stderr)
	defer tell("")
	w, err := open(ctx, tell)
	if err != nil {
		return r, err
	}
	defer os.RemoveAll(w.dir)
	r = result.Result{
		Schema: result.Schema, Measured: time.Now().UTC().Truncate(time.Second),
		Go: runtime.Version(), System: runtime.GOOS + "/" + runtime.GOARCH, CPU: workbench.Processor(), Processors: runtime.NumCPU(),
		Rounds: s.rounds, BenchTime: s.benchTime.String(),
	}
	if r.Peers, r.Misuses, err = w.list(ctx); err != nil {
		return r, err
	}
	if s.misuse {
		if r.Cells, err = w.cells(ctx, r, effort{race: s.race, repeat: true}); err != nil {
			return r, err
		}
	}
	if s.benchmarks {
		r.Benchmarks, err = w.measure(ctx, s)
	}
	return r, err
}

// keepOther takes the part that was not done from a file that is there already.
func keepOther(file string, r result.Result, s settings) (result.Result, error) {
	old, err := workbench.ReadFile(file, result.Read)
	switch {
	case errors.Is(err, os.ErrNotExist):
		return r, nil
	case err != nil:
		return r, err
	case s.misuse: // the figures keep the heading that belongs to them
		old.Peers, old.Misuses, old.Cells = r.Peers, r.Misuses, r.Cells
		return old, nil
	}
	r.Cells = old.Cells
	return r, nil
}
