// Command peers makes the same mistakes with rcpool and with its peers, and tells
// what comes of them. Run it with -help from the root of the repository.
package main

import (
	"context"
	"io"
	"os"

	"github.com/rcpool/rcpool/lab/bench/peers/result"
	"github.com/rcpool/rcpool/lab/internal/command"
	"github.com/rcpool/rcpool/lab/internal/progress"
	"github.com/rcpool/rcpool/lab/internal/summary"
)

const usage = "go run ./lab/bench/peers"

const about = `peers makes the same mistakes with rcpool and with the pools that others use:

	go run ./lab/bench/peers                   about 3 minutes

Each mistake is made by a real program, in a process for each mistake and each
peer, and once more under the race detector, which needs a C compiler. The outcome
is no figure, so the machine may be busy.

The table goes to standard output, in Markdown. -json writes everything to a file,
with what each program printed.

The benchmarks of the same peers are in lab/bench/peers/pools; to measure them:

	go run ./lab/bench/report -only peers

Exit codes: 0 done; 1 failed; 2 wrong usage; 130 interrupted.`

func main() { command.Main(peers) }

// peers is the command. It returns its exit code.
func peers(ctx context.Context, args []string, stdout, stderr io.Writer) int {
	flags := command.NewFlags(usage, about)
	race := flags.Bool("race", true, "make the mistakes under the race detector, too")
	file := flags.String("json", "", "write everything to this `file`")
	err := flags.Parse(args, stdout)
	if err == nil {
		err = compare(ctx, effort{race: *race, repeat: true}, *file, stdout, stderr)
	}
	return command.Exit(ctx, stderr, "peers", err)
}

// compare makes all mistakes, and writes what came of them to a file, unless its
// name is empty, and the table to stdout.
func compare(ctx context.Context, how effort, file string, stdout, stderr io.Writer) error {
	line := progress.On(stderr)
	defer line.Clear()
	p, err := open(ctx, line)
	if err != nil {
		return err
	}
	defer os.RemoveAll(p.dir)
	r := result.Result{Run: summary.Now(ctx, p.source)}
	r.Run.Command = usage
	if r.Peers, r.Misuses, err = p.list(ctx); err != nil {
		return err
	}
	if r.Cells, err = p.cells(ctx, r, how); err != nil {
		return err
	}
	if file != "" {
		if err := summary.WriteFile(file, r.Write); err != nil {
			return err
		}
	}
	line.Clear()
	_, err = io.WriteString(stdout, r.Section())
	return err
}
