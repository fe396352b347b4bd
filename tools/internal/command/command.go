// Package command is what the programs of this module have in common on the
// command line: flags, help, error messages, exit codes and running other
// programs.
package command

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
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

// A UsageError is a mistake in the arguments of a program.
type UsageError string

// Error returns the mistake.
func (e UsageError) Error() string { return string(e) }

// Mistake returns a UsageError.
func Mistake(format string, values ...any) error {
	return UsageError(fmt.Sprintf(format, values...))
}

// Parse reads args. If they ask for help, Parse writes about and the list of the
// flags to stdout, and returns flag.ErrHelp. It returns a UsageError for a
// mistake.
func Parse(flags *flag.FlagSet, args []string, about string, stdout io.Writer) error {
	flags.SetOutput(io.Discard)
	err := flags.Parse(args)
	switch {
	case errors.Is(err, flag.ErrHelp):
		fmt.Fprint(stdout, about)
		flags.SetOutput(stdout)
		flags.PrintDefaults()
		return err
	case err != nil:
		return Mistake("%v", err)
	}
	return nil
}

// Exit writes why a program ends, if ctx or err says so, and returns its exit
// code. Each line of the message begins with the name of the program.
func Exit(ctx context.Context, stderr io.Writer, name string, err error) int {
	var usage UsageError
	switch {
	case errors.Is(err, flag.ErrHelp):
		return OK
	case errors.As(err, &usage):
		fmt.Fprintf(stderr, "%s: %v\n%s -help says more.\n", name, err, name)
		return Usage
	case ctx.Err() != nil:
		fmt.Fprintf(stderr, "%s: interrupted\n", name)
		return Interrupted
	case err != nil:
		for line := range strings.Lines(err.Error()) {
			fmt.Fprintf(stderr, "%s: %s\n", name, strings.TrimSuffix(line, "\n"))
		}
		return Failed
	}
	return OK
}

// Output runs cmd and returns what it writes to standard output. The error names
// the command and has what it wrote to standard error.
func Output(cmd *exec.Cmd) ([]byte, error) {
	out, err := cmd.Output()
	var exit *exec.ExitError
	if errors.As(err, &exit) {
		err = fmt.Errorf("%w\n%s", err, strings.TrimSpace(string(exit.Stderr)))
	}
	if err != nil {
		err = fmt.Errorf("%s %s: %w", filepath.Base(cmd.Path), strings.Join(cmd.Args[1:], " "), err)
	}
	return out, err
}
