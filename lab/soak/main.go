// Command soak uses pools correctly for a long time, and asks whether anything
// was reported; and makes the usual mistakes under load, and asks how soon each
// is reported. Run it with -help from the root of the repository.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/rcpool/rcpool"
	"github.com/rcpool/rcpool/lab/internal/command"
	"github.com/rcpool/rcpool/lab/internal/progress"
)

const usage = "go run ./lab/soak"

const about = `soak tries whether the reports of rcpool can be trusted, with its default settings:

	go run ./lab/soak                        about 5 minutes: both of the below
	go run ./lab/soak -leases 1e9            a day's worth of leases
	go run ./lab/soak -leases 0              only the mistakes
	go run ./lab/soak -within 0              only the correct leases

First it leases objects correctly, in some twenty ways at once: channels,
goroutines, caches, timers, handlers, buffers and so on. Nothing may be reported.
Then it makes four mistakes in a service under load, one after the other: a missing
Retain, a second Release on an error path, a forgotten Release on an error path, and
a Reset that forgets a field. Each must be reported in time, with its line.

RCPOOL_CHECK works as in any program with rcpool. The mistakes are only reported,
whatever RCPOOL_MISUSE says.

Exit codes: 0 nothing was reported that is correct, and everything that is not;
1 otherwise; 2 wrong usage; 130 interrupted.`

func main() { command.Main(soak) }

// soak is the command. It returns its exit code.
func soak(ctx context.Context, args []string, stdout, stderr io.Writer) int {
	flags := command.NewFlags(usage, about)
	leases := flags.Float64("leases", 1e8, "how many leases to make correctly, about `n`")
	within := flags.Duration("within", time.Minute, "how soon each mistake must be reported")
	rate := flags.Int("rate", 10_000, "`requests` a second while mistakes are made")
	err := flags.Parse(args, stdout)
	switch {
	case err != nil:
	case *leases < 0 || *leases > 1e15:
		err = flags.Mistake("-leases is %g, but must be from 0 to 1e15", *leases)
	case *within < 0:
		err = flags.Mistake("-within is %v, but must not be below 0", *within)
	case *rate < 1 || *rate > 1_000_000:
		err = flags.Mistake("-rate is %d, but must be from 1 to 1000000", *rate)
	default:
		err = run(ctx, int(*leases), *within, *rate, stdout, progress.On(stderr))
	}
	return command.Exit(ctx, stderr, "soak", err)
}

var errUntrue = errors.New("the reports cannot be trusted: see above")

func run(ctx context.Context, leases int, within time.Duration, rate int, stdout io.Writer, line *progress.Line) error {
	defer rcpool.OnReport(func(rcpool.Report) {})()
	sound := true
	if leases > 0 {
		count, err := useCorrectly(ctx, leases, line)
		if err != nil {
			return err
		}
		sound = count.write(stdout)
	}
	if within > 0 {
		for _, m := range mistakes() {
			found, err := m.try(ctx, within, rate, line)
			if err != nil {
				return err
			}
			line.Clear()
			fmt.Fprintln(stdout, found)
			sound = sound && found.right()
		}
	}
	if !sound {
		return errUntrue
	}
	return nil
}
