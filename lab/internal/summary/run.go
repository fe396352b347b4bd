package summary

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/rcpool/rcpool/lab/internal/command"
	"github.com/rcpool/rcpool/lab/internal/machine"
)

// A Run says when, where and how something was measured.
type Run struct {
	Date   string `json:"date"`             // YYYY-MM-DD
	Commit string `json:"commit,omitempty"` // of the repository; with a + if files differed from it
	machine.Machine
	Rounds    int               `json:"rounds,omitempty"`
	Benchtime string            `json:"benchtime,omitempty"` // of each benchmark in each round
	Command   string            `json:"command,omitempty"`   // that repeats it
	Notes     map[string]string `json:"notes,omitempty"`     // what else is known
}

// Now returns a Run that begins now, in the repository that dir is in. It asks
// git for the commit, and leaves it out if there is no git.
func Now(ctx context.Context, dir string) Run {
	return Run{Date: time.Now().UTC().Format(time.DateOnly), Commit: commit(ctx, dir), Machine: machine.This()}
}

func commit(ctx context.Context, dir string) string {
	hash, err := command.Start(ctx, dir, "git", "rev-parse", "--short=7", "HEAD").Output()
	if err != nil {
		return ""
	}
	text := strings.TrimSpace(string(hash))
	if changed, err := command.Start(ctx, dir, "git", "status", "--porcelain", "--untracked-files=no").Output(); err != nil || len(changed) > 0 {
		text += "+"
	}
	return text
}

// Conditions describes the run in a line.
func (r Run) Conditions() string {
	var parts []string
	switch {
	case r.Rounds > 0 && r.Benchtime != "":
		parts = append(parts, fmt.Sprintf("%d rounds of %s", r.Rounds, short(r.Benchtime)))
	case r.Rounds > 1:
		parts = append(parts, fmt.Sprintf("%d rounds", r.Rounds))
	}
	parts = append(parts, r.Date)
	if r.Commit != "" {
		parts = append(parts, "commit "+r.Commit)
	}
	return strings.Join(append(parts, r.Machine.String()), "; ")
}

// short writes a time of some milliseconds without its nanoseconds: 8.3ms.
func short(text string) string {
	if d, err := time.ParseDuration(text); err == nil && d > time.Millisecond {
		return d.Round(time.Millisecond / 10).String()
	}
	return text
}
