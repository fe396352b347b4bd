package command_test

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"strings"
	"testing"

	"github.com/rcpool/rcpool/lab/internal/command"
)

func flags() command.Flags {
	f := command.NewFlags("go run ./x", "\nx measures.\n")
	f.Int("n", 1, "how `often`")
	f.Bool("short", false, "quickly")
	return f
}

func TestParse(t *testing.T) {
	var stdout bytes.Buffer
	f := flags()
	if err := f.Parse([]string{"-n", "3"}, &stdout); err != nil || stdout.Len() > 0 {
		t.Errorf("%v, %q", err, &stdout)
	}
	if !f.Given("n") || f.Given("short") {
		t.Error("it does not know which flags were given")
	}
	for want, args := range map[string][]string{`"more" is not a flag`: {"more"}, "-nope": {"-nope"}, "often": {"-n", "often"}} {
		err := flags().Parse(args, &stdout)
		usage := command.UsageError{}
		if !errors.As(err, &usage) || !strings.Contains(err.Error(), want) || !strings.HasSuffix(err.Error(), "\nRun 'go run ./x -help' to see the flags.") || stdout.Len() > 0 {
			t.Errorf("%v: %v, %q", args, err, &stdout)
		}
	}
}

func TestParse_Help(t *testing.T) {
	var stdout bytes.Buffer
	if err := flags().Parse([]string{"-help"}, &stdout); !errors.Is(err, flag.ErrHelp) {
		t.Errorf("%v", err)
	}
	for _, want := range []string{"x measures.\n\nFlags:\n", "-n often", "-short"} {
		if !strings.Contains(stdout.String(), want) {
			t.Errorf("%q is not in\n%s", want, &stdout)
		}
	}
}

func TestExit(t *testing.T) {
	live := t.Context()
	dead, cancel := context.WithCancel(live)
	cancel()
	broken := errors.New("broken")
	for _, test := range []struct {
		name string
		ctx  context.Context
		err  error
		code int
		says string
	}{
		{"done", live, nil, command.OK, ""},
		{"help", live, flag.ErrHelp, command.OK, ""},
		{"failed", live, broken, command.Failed, "x: broken\n"},
		{"usage", live, fmt.Errorf("the flags: %w", flags().Mistake("-n is %d", 0)), command.Usage, "x: the flags: -n is 0\nRun 'go run ./x -help' to see the flags.\n"},
		{"interrupted", dead, broken, command.Interrupted, "x: interrupted\n"},
		{"interrupted at the end", dead, nil, command.Interrupted, "x: interrupted\n"},
		{"usage, and interrupted", dead, flags().Mistake("-n"), command.Usage, "x: -n\n"},
	} {
		var stderr bytes.Buffer
		if code := command.Exit(test.ctx, &stderr, "x", test.err); code != test.code || !strings.HasPrefix(stderr.String(), test.says) || (test.says == "") != (stderr.Len() == 0) {
			t.Errorf("%s: exit code %d, %q", test.name, code, &stderr)
		}
	}
}

func TestOutput_SaysWhichCommandFailedAndWhy(t *testing.T) {
	_, err := command.Output(command.Start(t.Context(), t.TempDir(), "go", "vet", "./no such"))
	if err == nil || !strings.Contains(err.Error(), `go vet "./no such": exit status 1`) || !strings.Contains(err.Error(), "\n") {
		t.Errorf("%v", err)
	}
	out, err := command.Output(command.Start(t.Context(), "", "go", "env", "GOOS"))
	if err != nil || len(out) == 0 {
		t.Errorf("%q, %v", out, err)
	}
}

func TestQuote(t *testing.T) {
	if got := command.Quote([]string{"-c", "10", "-path", "/?id=17&name=anna", ""}); got != `-c 10 -path "/?id=17&name=anna" ""` {
		t.Errorf("%s", got)
	}
}
