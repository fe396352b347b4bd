// Command lab measures what pooling does to a web service.
//
// Without a verb it runs the experiment: the service with pools and without, under the same load, in a minute and a half.
// Its parts run as child processes of the same binary; each is a verb that can also be used by hand:
//
//	lab            compare: start everything, measure, report
//	lab sweep      the same at several rates
//	lab ablate     the same with single pools
//	lab remains    what is left to allocate, by library
//	lab advise     what of it is worth pooling: rcadvise on the plain service
//	lab serve      the web service
//	lab standins   what the service calls: Redis, Kafka, two gRPC services, an access log
//	lab attack     the load
//	lab merge      one report of a load that several machines have sent
//	lab prepare    give a real Redis and a real Kafka what the stand-ins have from the start
//	lab health     ask a service whether it is well
//	lab services   a real Redis and a real Kafka
package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"

	"github.com/rcpool/rcpool/lab/internal/command"
	"github.com/rcpool/rcpool/lab/internal/sentence"
)

func main() { os.Exit(run(os.Args[1:])) }

// run runs the verb that args begin with and returns the exit code.
func run(args []string) int {
	name, rest := "", args
	if len(args) > 0 && !strings.HasPrefix(args[0], "-") {
		name, rest = args[0], args[1:]
	}
	var names []string
	for _, v := range verbs {
		if v.name == name {
			return v.run(rest)
		}
		names = append(names, v.name)
	}
	switch name {
	case "":
		return compare(rest)
	case "help":
		return compare([]string{"-help"})
	}
	return fail(command.UsageError{Command: called(""), Err: fmt.Errorf("there is no verb %q; the verbs are %s; without a verb the experiment runs", name, sentence.List(names, "and"))})
}

// verbs are those of the command, in the order of its help.
var verbs = []struct {
	name string
	run  func(args []string) (code int)
}{
	{"sweep", sweep}, {"ablate", ablate}, {"remains", remains}, {"advise", advise}, {"serve", serve}, {"standins", standins}, {"attack", attack},
	{"merge", merge}, {"prepare", prepare}, {"health", health}, {"services", services},
}

// fail writes err to standard error, if there is one, and returns the exit code.
func fail(err error) int { return command.Exit(context.Background(), os.Stderr, "lab", err) }

// A verb is the flags of one verb.
type verb struct{ command.Flags }

// flags returns the flags of the verb of that name, "" for the experiment; about is its help above the flags.
func flags(name, about string) verb { return verb{command.NewFlags(called(name), about)} }

// called returns how a verb is called.
func called(name string) string { return strings.TrimSpace("lab " + name) }

// list is a flag of several values, separated by commas.
type list []string

func (l *list) String() string { return strings.Join(*l, ",") }

// Set replaces the values.
func (l *list) Set(s string) error {
	*l = nil
	for _, value := range strings.Split(s, ",") {
		if value = strings.TrimSpace(value); value == "" {
			return errors.New("a value is missing before, between or after the commas")
		}
		*l = append(*l, value)
	}
	return nil
}
