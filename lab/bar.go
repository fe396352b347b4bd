package main

import (
	"fmt"
	"strings"
	"time"

	"github.com/rcpool/rcpool/lab/experiment"
)

// barWidth is the width of the bar, in characters.
const barWidth = 24

// bar draws how much of an experiment is done.
func bar(at experiment.Progress) string {
	done := barWidth * at.Blocks / max(at.Of, 1)
	phase := fmt.Sprintf("round %d of %d", at.Round, at.Rounds)
	if at.Round == 0 {
		phase = "warm-up"
	}
	return fmt.Sprintf("[%s%s] processes %d of %d, %s: %s, about %v left",
		strings.Repeat("=", done), strings.Repeat(" ", barWidth-done), at.Set, at.Sets, phase, at.Variant, at.Left.Round(time.Second))
}
