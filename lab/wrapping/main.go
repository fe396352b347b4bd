// Command wrapping measures what it costs a library to hand out pooled objects
// in ways that notice when a user keeps one for too long. The library is
// zerolog, whose *Event is pooled, and whose users have the pointer.
//
// It copies zerolog from the module cache into a temporary directory once for
// each way, edits the copies, and runs the same benchmarks with all of them.
// The tests run zerolog's own tests with each copy, and make mistakes.
//
//	go run ./lab/wrapping -json lab/wrapping/cost.json    # about 2 minutes
//	go test ./lab/wrapping -run TestPage -update          # then docs/wrapping.md says so
package main

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"time"
)

func main() {
	rounds := flag.Int("rounds", 40, "how often to run each benchmark")
	benchtime := flag.Duration("benchtime", 50*time.Millisecond, "how long each `time`")
	result := flag.String("json", "", "write the result to this `file`")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := run(ctx, *rounds, *benchtime, *result); err != nil {
		fmt.Fprintln(os.Stderr, "wrapping:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, rounds int, benchtime time.Duration, result string) error {
	w, err := open(ctx)
	if err != nil {
		return err
	}
	defer os.RemoveAll(w.dir)
	cost, err := w.measure(ctx, rounds, benchtime)
	if err != nil {
		return err
	}
	fmt.Print(cost.table())
	if result == "" {
		return nil
	}
	text, err := json.MarshalIndent(cost, "", "\t")
	if err != nil {
		return err
	}
	return os.WriteFile(result, append(text, '\n'), 0o644)
}
