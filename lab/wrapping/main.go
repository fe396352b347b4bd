// Command wrapping measures what it costs a library to hand out pooled objects
// in ways that notice when a user keeps one for too long. The library is
// zerolog, whose *Event is pooled, and whose users have the pointer. Run it with
// -help from the root of the repository.
package main

import (
	"context"
	"encoding/json"
	"io"
	"os"
	"time"

	"github.com/rcpool/rcpool/lab/internal/command"
	"github.com/rcpool/rcpool/lab/internal/summary"
)

const usage = "go run ./lab/wrapping"

const about = `wrapping measures what it costs a library to hand out pooled objects in ways that
notice when a user keeps one for too long:

	go run ./lab/wrapping                                 about 2 minutes
	go run ./lab/wrapping -json lab/wrapping/cost.json    and keep the result
	go test ./lab/wrapping -run TestPage -update          write it into docs/wrapping.md

It copies zerolog from the module cache into a temporary directory once for each
way, edits the copies, and runs the same benchmarks with all of them. The tests run
zerolog's own tests with each copy, and make mistakes.

Exit codes: 0 done; 1 failed; 2 wrong usage; 130 interrupted.`

func main() { command.Main(wrapping) }

// wrapping is the command. It returns its exit code.
func wrapping(ctx context.Context, args []string, stdout, stderr io.Writer) int {
	flags := command.NewFlags(usage, about)
	rounds := flags.Int("rounds", 200, "how often to run each benchmark")
	benchtime := flags.Duration("benchtime", 2*time.Millisecond, "how long each `time`")
	file := flags.String("json", "", "write the result to this `file`")
	err := flags.Parse(args, stdout)
	switch {
	case err != nil:
	case *rounds < 1:
		err = flags.Mistake("-rounds is %d, but at least one is needed", *rounds)
	case *benchtime <= 0:
		err = flags.Mistake("-benchtime is %v, but must be above 0", *benchtime)
	default:
		err = run(ctx, *rounds, *benchtime, *file, stdout)
	}
	return command.Exit(ctx, stderr, "wrapping", err)
}

func run(ctx context.Context, rounds int, benchtime time.Duration, file string, stdout io.Writer) error {
	w, err := open(ctx)
	if err != nil {
		return err
	}
	defer os.RemoveAll(w.dir)
	cost, err := w.measure(ctx, rounds, benchtime)
	if err != nil {
		return err
	}
	if _, err := io.WriteString(stdout, cost.table()); err != nil || file == "" {
		return err
	}
	return summary.WriteFile(file, func(out io.Writer) error {
		encoder := json.NewEncoder(out)
		encoder.SetIndent("", "\t")
		return encoder.Encode(cost)
	})
}
