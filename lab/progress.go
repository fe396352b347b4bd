package main

import (
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"github.com/rcpool/rcpool/lab/experiment"
)

// progress is one line that a person can watch. It is nil, and silent, where nobody watches.
type progress struct{ terminal io.Writer }

// watched returns a progress line on file if that is a terminal, and nil otherwise.
func watched(file *os.File) *progress {
	info, err := file.Stat()
	if err != nil || info.Mode()&os.ModeCharDevice == 0 || os.Getenv("TERM") == "dumb" {
		return nil
	}
	return &progress{file}
}

// erase returns to the start of the line and clears it.
const erase = "\r\x1b[K"

// show draws where the experiment is.
func (p *progress) show(at experiment.Progress) {
	if p == nil {
		return
	}
	const width = 24
	done := width * at.Blocks / max(at.Of, 1)
	phase := fmt.Sprintf("round %d of %d", at.Round, at.Rounds)
	if at.Round == 0 {
		phase = "warm-up"
	}
	fmt.Fprintf(p.terminal, "%s[%s%s] %s: %s, about %v left", erase,
		strings.Repeat("=", done), strings.Repeat(" ", width-done), phase, at.Variant, at.Left.Round(time.Second))
}

// clear removes the line.
func (p *progress) clear() {
	if p != nil {
		fmt.Fprint(p.terminal, erase)
	}
}
