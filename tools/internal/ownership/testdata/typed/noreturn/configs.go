// Package noreturn has ways out of a function from which there is no return,
// and ones that only sound like it.
package noreturn

import (
	"errors"
	"fmt"
	"log"
	"os"

	"github.com/rcpool/rcpool"
)

// A Config is parsed, and applied.
type Config struct {
	Port  int
	Hosts [8]string
}

var configs = rcpool.Pool[Config]{Name: "configs"}

var errPort = errors.New("no port")

func parse(c *Config, args []string) error {
	if len(args) == 0 {
		return errPort
	}
	copy(c.Hosts[:], args)
	return nil
}

func apply(*Config) {}

// die never returns.
func die(format string, args ...any) {
	fmt.Fprintf(os.Stderr, format, args...)
	os.Exit(1)
}

// fatal only sounds like it.
func fatal(err error) {
	log.Print("fatal: ", err)
}

// must returns unless there is an error.
func must(err error) {
	if err != nil {
		panic(err)
	}
}
