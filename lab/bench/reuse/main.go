// Command reuse measures how many objects of a pool are used again, and what the
// pool does to the memory of the program, with few and with many garbage
// collections. Run it with -help from the root of the repository.
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"strconv"
	"sync"
	"time"

	"github.com/rcpool/rcpool/lab/bench/reuse/result"
	"github.com/rcpool/rcpool/lab/bench/rounds"
	"github.com/rcpool/rcpool/lab/internal/command"
	"github.com/rcpool/rcpool/lab/internal/progress"
	"github.com/rcpool/rcpool/lab/internal/summary"
)

const usage = "go run ./lab/bench/reuse"

const about = `reuse measures how many objects are used again in a sync.Pool and in an
rcpool.Pool, and the resident memory of the program; without a pool, too:

	go run ./lab/bench/reuse                          about 2 minutes

Each point has a process of its own, with a GOGC of 25 to 800, or with GOGC=off
and a tight GOMEMLIMIT. A process gets bursts of objects of 128 bytes or 256 KiB
and makes other garbage; then it leaves the pool alone for some seconds, with a
little garbage now and then; then the bursts come again. The tables go to standard
output. -benchmarks writes every run in Go's benchmark format.

Several processes run at the same time, since most of them wait.

It needs Linux, where /proc has the resident memory.

Exit codes: 0 done; 1 failed; 2 wrong usage; 130 interrupted.`

func main() { command.Main(reuse) }

// reuse is the command. It returns its exit code.
func reuse(ctx context.Context, args []string, stdout, stderr io.Writer) int {
	flags := command.NewFlags(usage, about)
	var m measurement
	flags.IntVar(&m.rounds, "rounds", 1, "runs of each point")
	flags.IntVar(&m.bursts, "bursts", 1000, "bursts of each run before the quiet, and after it; of large objects a quarter")
	flags.DurationVar(&m.quiet, "quiet", 10*time.Second, "how long the pool is left alone")
	flags.IntVar(&m.parallel, "parallel", 8, "processes at the same time")
	benchmarks := flags.String("benchmarks", "", "write all runs to this `file`")
	only := flags.String("only", "", "measure objects of this `size` in this process, and print the run as JSON; for the use of this program")
	store := flags.String("store", "", "with -only: the `pool`")
	err := flags.Parse(args, stdout)
	switch {
	case err != nil:
	case m.rounds < 1 || m.bursts < 4 || m.parallel < 1 || m.quiet < 0:
		err = flags.Mistake("-rounds and -parallel must be at least 1, -bursts at least 4, and -quiet not negative")
	case *only != "":
		err = m.inThisProcess(*only, *store, stdout)
	default:
		err = m.all(ctx, *benchmarks, stdout, stderr)
	}
	return command.Exit(ctx, stderr, "reuse", err)
}

// A measurement measures all points.
type measurement struct {
	rounds, bursts, parallel int
	quiet                    time.Duration
}

// all measures all points, and writes the runs to a file, unless its name is
// empty, and the tables to stdout.
func (m measurement) all(ctx context.Context, file string, stdout, stderr io.Writer) error {
	line := progress.On(stderr)
	defer line.Clear()
	how := summary.Now(ctx, ".")
	how.Rounds, how.Command = m.rounds, usage
	how.Notes = map[string]string{"load": fmt.Sprintf("%d bursts, %v of quiet, and as many bursts again", m.bursts, m.quiet)}

	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	points := result.Points()
	runs := make([]result.Run, m.rounds*len(points))
	var all sync.WaitGroup
	free := make(chan struct{}, m.parallel)
	for i := range runs {
		free <- struct{}{}
		line.Show("run %d of %d", i+1, len(runs))
		all.Go(func() {
			defer func() { <-free }()
			var err error
			if runs[i], err = m.inChild(ctx, points[i%len(points)]); err != nil {
				cancel(err)
			}
		})
	}
	all.Wait()
	if err := context.Cause(ctx); err != nil {
		return err
	}
	section, err := rounds.Keep(file, func(w io.Writer) error { return result.Write(w, how, runs) }, result.Comparison)
	if err != nil {
		return err
	}
	line.Clear()
	fmt.Fprintf(stdout, "%s; %s.\n", how.Conditions(), how.Notes["load"])
	for _, unit := range result.Units {
		table, err := result.Table(section, unit.Name)
		if err != nil {
			return err
		}
		if _, err := fmt.Fprintf(stdout, "\n%s:\n\n%s", unit.Title, table); err != nil {
			return err
		}
	}
	return nil
}

// inChild measures a point in a process of its own.
func (m measurement) inChild(ctx context.Context, p result.Point) (result.Run, error) {
	var run result.Run
	self, err := os.Executable()
	if err != nil {
		return run, err
	}
	child := command.Start(ctx, "", self, "-only", p.Object, "-store", p.Store, "-bursts", strconv.Itoa(m.bursts), "-quiet", m.quiet.String())
	child.Env = append(os.Environ(), p.Environment()...)
	out, err := command.Output(child)
	if err == nil {
		err = json.Unmarshal(out, &run)
	}
	run.Point = p
	return run, err
}

// inThisProcess measures a point, but for its environment, in this process.
func (m measurement) inThisProcess(object, store string, stdout io.Writer) error {
	var run result.Run
	switch object {
	case result.Small:
		run = measure[[128]byte](store, 2000, m.bursts, m.quiet)
	case result.Large:
		run = measure[[256 << 10]byte](store, 200, m.bursts/4, m.quiet)
	default:
		return fmt.Errorf("there are no objects of %s", object)
	}
	return json.NewEncoder(stdout).Encode(run)
}
