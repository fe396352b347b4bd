package main

import (
	"fmt"
	"os"
	"strings"
	"time"

	"github.com/rcpool/rcpool/lab/experiment"
	"github.com/rcpool/rcpool/lab/internal/command"
	"github.com/rcpool/rcpool/lab/internal/machine"
	"github.com/rcpool/rcpool/lab/process"
	"github.com/rcpool/rcpool/lab/report"
	"github.com/rcpool/rcpool/lab/standin"
)

const aboutRemains = `
Usage: lab remains [flags]

Says what each variant of the service leaves to allocate for a request, by library, and how far that is from the
floor: what the libraries allocate that speak to the network. Each allocation is counted, which takes processor time,
so this run says nothing about time.

Example:
  lab remains -variants plain,rcpool,zerocopy -md remains.md
                                        write the tables as a page, too
`

// remains measures what is left to allocate.
func remains(args []string) int {
	var c experiment.Config
	v := flags("remains", aboutRemains)
	complete := v.common(&c, standin.DefaultDelays(), []experiment.Variant{experiment.Plain, experiment.Good, experiment.Pooled, experiment.ZeroCopy})
	v.Float64Var(&c.Rate, "rate", 100, "requests a second")
	requests := v.Int("requests", 1000, "requests to each variant that are counted")
	page := v.String("md", "", "write a page in Markdown to this `file`, too")
	logs := v.Bool("v", false, "write the logs of all children to standard error")
	if err := v.Parse(args, os.Stdout); err != nil {
		return fail(err)
	}
	complete()
	c.Block, c.Sets, c.Rounds = time.Second, 1, 1
	if err := check(v, c); err != nil {
		return fail(err)
	}
	if *requests < 1 || c.Warmup <= 0 {
		return fail(v.Mistake("-requests and -warmup must be above 0"))
	}
	if *logs {
		c.Log = os.Stderr
	}
	var children process.Group
	ctx, cancel := interruptible(&children)
	defer cancel()
	all, err := experiment.Remains(ctx, &children, c, *requests)
	if ctx.Err() != nil {
		return command.Interrupted
	}
	if err != nil {
		return fail(err)
	}
	var text strings.Builder
	report.Remains(&text, all)
	fmt.Print(text.String())
	if *page == "" {
		return command.OK
	}
	flagged := strings.Join(append([]string{"go run ./lab remains"}, args...), " ")
	content := fmt.Sprintf("# What is left to allocate\n\nWritten by `%s`. %d requests to each variant, on %s.\n\n%s", flagged, *requests, machine.This(), text.String())
	return fail(os.WriteFile(*page, []byte(content), 0o644))
}
