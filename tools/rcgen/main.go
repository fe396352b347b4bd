// Rcgen writes Reset methods for pooled objects. Run it with go generate. For
// flags, tags and exit codes, run rcgen -help.
package main

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

	"github.com/rcpool/rcpool/tools/internal/version"
)

const help = `Rcgen writes Reset methods. A Reset clears every field of an object, and keeps the
capacity of its slices and maps for the next use.

	//go:generate rcgen -type Event
	type Event struct {
		Name    string
		Tags    []string
		Attrs   map[string]string
		Body    []byte        ` + "`" + `rcpool:"limit=1MiB"` + "`" + `
		encoder *json.Encoder ` + "`" + `rcpool:"keep"` + "`" + `
	}

Here go generate writes event_reset.go with func (v *Event) Reset(), which an
rcpool.Pool[Event] calls by itself. Run it again when the fields change. In CI, this
fails if a file is stale or missing:

	rcgen -check ./...

Usage:

	rcgen -type Name[,Name...] [flags] [directory]
	rcgen -check -type Name[,Name...] [flags] [directory]
	rcgen -check [packages]    check the output of all //go:generate rcgen lines
	rcgen -version             print the version

Flags:

	-type names     the types: structs, or named slices, maps and arrays
	-output file    the file to write; the default is <first type in lower case>_reset.go
	-limit size     drop a slice, map or buffer that is larger; a number of bytes, or one
	                with KiB, MiB or GiB; none for no limit; the default is 64KiB
	-tags tags      build tags, as for go build
	-check          write nothing, and fail if a file is stale or missing

Field tags:

	rcpool:"keep"         Reset leaves the field alone
	rcpool:"drop"         Reset sets the field to zero or nil, without its capacity; use it
	                      for borrowed slices and maps (e.Header = r.Header)
	rcpool:"owned"        for a pointer, interface or slice, Reset resets what it refers to
	                      and keeps it; for an rcpool.Ref, Reset releases it
	rcpool:"limit=1MiB"   the limit of this field; limit=none for no limit

Exit codes: 0 done, or all files are up to date; 1 failed, or a file is stale or
missing; 2 wrong usage; 130 interrupted.
`

const (
	done        = 0
	failed      = 1
	wrongUsage  = 2
	interrupted = 130
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	code := run(ctx, os.Args[1:], os.Stdout, os.Stderr)
	if ctx.Err() != nil {
		code = interrupted
	}
	stop()
	os.Exit(code)
}

func run(ctx context.Context, args []string, stdout, stderr io.Writer) int {
	c, err := parse(args)
	switch {
	case errors.Is(err, flag.ErrHelp):
		fmt.Fprint(stdout, help)
		return done
	case err != nil:
		fmt.Fprintf(stderr, "rcgen: %v\nRun 'rcgen -help' for usage.\n", err)
		return wrongUsage
	case c.version:
		fmt.Fprintln(stdout, "rcgen", version.String())
		return done
	case len(c.Types) == 0:
		err = checkDirectives(ctx, c, stderr)
	default:
		err = c.run(ctx)
	}
	if err != nil {
		for line := range strings.SplitSeq(err.Error(), "\n") {
			fmt.Fprintf(stderr, "rcgen: %s\n", shorten(line))
		}
		return failed
	}
	return done
}
