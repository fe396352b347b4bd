// Command lab measures what pooling does to a web service.
//
// Without a verb it runs the experiment: the service with pools and without, under the same load, in about a minute.
// Its parts run as child processes of the same binary; each is a verb of its own and can be used by hand:
//
//	lab            compare: start everything, measure, report
//	lab serve      the web service
//	lab standins   what the service calls: Redis, Kafka, two gRPC services, an access log
//	lab attack     the load
package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"strings"
)

// Exit codes.
const (
	exitOK          = 0
	exitFailed      = 1
	exitUsage       = 2
	exitInterrupted = 130
)

func main() { os.Exit(command(os.Args[1:])) }

// command runs the verb that args begin with and returns the exit code.
func command(args []string) int {
	name, rest := "", args
	if len(args) > 0 && !strings.HasPrefix(args[0], "-") {
		name, rest = args[0], args[1:]
	}
	switch name {
	case "":
		return compare(rest)
	case "serve":
		return serve(rest)
	case "standins":
		return standins(rest)
	case "attack":
		return attack(rest)
	case "help":
		return compare([]string{"-help"})
	}
	return fail(usageError{err: fmt.Errorf("there is no verb %q; there are serve, standins and attack, and none at all for the experiment", name)})
}

// usageError is a mistake in the arguments of a verb.
type usageError struct {
	verb string
	err  error
}

// Error tells the mistake and where to read how it should be.
func (e usageError) Error() string {
	command := "lab"
	if e.verb != "" {
		command += " " + e.verb
	}
	return fmt.Sprintf("%v\nRun '%s -help' to see the flags.", e.err, command)
}

// fail tells a person about err, if there is one, and returns the exit code that belongs to it.
func fail(err error) int {
	if err == nil || errors.Is(err, flag.ErrHelp) {
		return exitOK
	}
	fmt.Fprintf(os.Stderr, "lab: %v\n", err)
	if mistake := (usageError{}); errors.As(err, &mistake) {
		return exitUsage
	}
	return exitFailed
}

// verb is the flag set of one verb. Its help goes to standard output; a mistake is told once, by fail.
type verb struct {
	*flag.FlagSet
	name, about string
}

// flags returns the flag set of the verb of that name, "" for the experiment; about is its help above the flags.
func flags(name, about string) verb {
	set := flag.NewFlagSet("lab", flag.ContinueOnError)
	set.SetOutput(io.Discard)
	set.Usage = func() {}
	return verb{set, name, strings.TrimSpace(about)}
}

// parse reads args. If they ask for help it shows it and returns flag.ErrHelp; a mistake is a usageError.
func (v verb) parse(args []string) error {
	err := v.FlagSet.Parse(args)
	switch {
	case errors.Is(err, flag.ErrHelp):
		fmt.Printf("%s\n\nFlags:\n", v.about)
		v.SetOutput(os.Stdout)
		v.PrintDefaults()
		return err
	case err != nil:
		return v.mistake("%w", err)
	case v.NArg() > 0:
		return v.mistake("%q is not a flag", v.Arg(0))
	}
	return nil
}

// mistake is an error in the arguments of v.
func (v verb) mistake(format string, values ...any) error {
	return usageError{v.name, fmt.Errorf(format, values...)}
}

// list is a flag of several values with commas between.
type list []string

func (l *list) String() string { return strings.Join(*l, ",") }

// Set replaces the values.
func (l *list) Set(s string) error {
	*l = nil
	for _, value := range strings.Split(s, ",") {
		if value = strings.TrimSpace(value); value == "" {
			return errors.New("an address is missing; write host:port,host:port")
		}
		*l = append(*l, value)
	}
	return nil
}
