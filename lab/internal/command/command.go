// Package command is what the programs of the lab have in common on the command
// line: flags, help, error messages and exit codes.
package command

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"strings"
	"syscall"
)

// Exit codes.
const (
	OK          = 0
	Failed      = 1
	Usage       = 2
	Interrupted = 130
)

// Main runs a program and exits with the code it returns. The first SIGINT or
// SIGTERM cancels ctx.
func Main(program func(ctx context.Context, args []string, stdout, stderr io.Writer) int) {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	code := program(ctx, os.Args[1:], os.Stdout, os.Stderr)
	stop()
	os.Exit(code)
}

// A UsageError is a mistake in the arguments of a command.
type UsageError struct {
	Command string // how the command is called
	Err     error
}

// Error returns the mistake and how to get help.
func (e UsageError) Error() string {
	return fmt.Sprintf("%v\nRun '%s -help' to see the flags.", e.Err, e.Command)
}

// Unwrap returns the mistake.
func (e UsageError) Unwrap() error { return e.Err }

// Flags are the flags of one command.
type Flags struct {
	*flag.FlagSet
	command, about string
}

// NewFlags returns the flags of a command. The command is how it is called, such
// as "go run ./lab/bench/waf"; about is the help above the list of the flags.
func NewFlags(command, about string) Flags {
	set := flag.NewFlagSet(command, flag.ContinueOnError)
	set.SetOutput(io.Discard)
	set.Usage = func() {}
	return Flags{set, command, strings.TrimSpace(about)}
}

// Parse reads args, which must all be flags. If they ask for help, Parse writes
// it to stdout and returns flag.ErrHelp. It returns a UsageError for a mistake.
func (f Flags) Parse(args []string, stdout io.Writer) error {
	err := f.FlagSet.Parse(args)
	switch {
	case errors.Is(err, flag.ErrHelp):
		fmt.Fprintf(stdout, "%s\n\nFlags:\n", f.about)
		f.SetOutput(stdout)
		f.PrintDefaults()
		return err
	case err != nil:
		return f.Mistake("%w", err)
	case f.NArg() > 0:
		return f.Mistake("%q is not a flag", f.Arg(0))
	}
	return nil
}

// Given reports whether the arguments set a flag.
func (f Flags) Given(name string) bool {
	given := false
	f.Visit(func(g *flag.Flag) { given = given || g.Name == name })
	return given
}

// Mistake returns a UsageError for this command.
func (f Flags) Mistake(format string, values ...any) error {
	return UsageError{f.command, fmt.Errorf(format, values...)}
}

// Exit writes why a program ends, if err or ctx says so, and returns its exit
// code. The name of the program begins the message.
func Exit(ctx context.Context, stderr io.Writer, name string, err error) int {
	usage := UsageError{}
	switch {
	case errors.Is(err, flag.ErrHelp):
		return OK
	case errors.As(err, &usage):
		fmt.Fprintf(stderr, "%s: %v\n", name, err)
		return Usage
	case ctx.Err() != nil:
		fmt.Fprintf(stderr, "%s: interrupted\n", name)
		return Interrupted
	case err != nil:
		fmt.Fprintf(stderr, "%s: %v\n", name, err)
		return Failed
	}
	return OK
}
