package command_test

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"runtime"
	"strings"
	"testing"

	"github.com/rcpool/rcpool/tools/internal/command"
)

func parse(args ...string) (n int, stdout string, err error) {
	var out bytes.Buffer
	flags := flag.NewFlagSet("x", flag.ContinueOnError)
	often := flags.Int("n", 1, "how `often`")
	err = command.Parse(flags, args, "X measures.\n\n", &out)
	return *often, out.String(), err
}

func TestParse(t *testing.T) {
	if n, stdout, err := parse("-n", "3", "more"); n != 3 || stdout != "" || err != nil {
		t.Errorf("-n is %d, %q was written, error %v", n, stdout, err)
	}
	for want, args := range map[string][]string{"-nope": {"-nope"}, `"often"`: {"-n", "often"}} {
		_, stdout, err := parse(args...)
		if usage := command.UsageError(""); !errors.As(err, &usage) || !strings.Contains(err.Error(), want) || stdout != "" {
			t.Errorf("%v: error %v, want a usage error with %s; %q was written", args, err, want, stdout)
		}
	}
}

func TestParse_Help(t *testing.T) {
	_, stdout, err := parse("-help")
	if !errors.Is(err, flag.ErrHelp) || !strings.HasPrefix(stdout, "X measures.\n\n  -n often\n") {
		t.Errorf("error %v, help is\n%s", err, stdout)
	}
}

func TestExit(t *testing.T) {
	live := t.Context()
	dead, cancel := context.WithCancel(live)
	cancel()
	broken := errors.New("broken:\nno wheel")
	for _, test := range []struct {
		name string
		ctx  context.Context
		err  error
		code int
		says string
	}{
		{"done", live, nil, 0, ""},
		{"help", live, flag.ErrHelp, 0, ""},
		{"failed", live, broken, 1, "x: broken:\nx: no wheel\n"},
		{"usage", live, fmt.Errorf("the flags: %w", command.Mistake("-n is %d", 0)), 2, "x: the flags: -n is 0\nx -help says more.\n"},
		{"interrupted", dead, broken, 130, "x: interrupted\n"},
		{"interrupted at the end", dead, nil, 130, "x: interrupted\n"},
	} {
		var stderr bytes.Buffer
		if code := command.Exit(test.ctx, &stderr, "x", test.err); code != test.code || stderr.String() != test.says {
			t.Errorf("%s: exit code %d, want %d; it says %q, want %q", test.name, code, test.code, &stderr, test.says)
		}
	}
}

func TestMain(m *testing.M) {
	if len(os.Args) > 1 && os.Args[1] == "await-signal" {
		command.Main(func(ctx context.Context, args []string, stdout, _ io.Writer) int {
			fmt.Fprintln(stdout, strings.Join(args, " "))
			<-ctx.Done()
			return 7
		})
	}
	os.Exit(m.Run())
}

func TestMain_SignalCancelsTheContext(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("a process cannot be interrupted on Windows")
	}
	cmd := exec.CommandContext(t.Context(), os.Args[0], "await-signal", "now")
	stdout, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	line := make([]byte, len("await-signal now\n"))
	if _, err := io.ReadFull(stdout, line); err != nil || string(line) != "await-signal now\n" {
		t.Errorf("the arguments are %q, error %v", line, err)
	}
	if err := cmd.Process.Signal(os.Interrupt); err != nil {
		t.Fatal(err)
	}
	if cmd.Wait(); cmd.ProcessState.ExitCode() != 7 {
		t.Errorf("%v, want the exit code that the program returned", cmd.ProcessState)
	}
}

func TestOutput_ErrorNamesTheCommandAndHasItsMessage(t *testing.T) {
	_, err := command.Output(exec.CommandContext(t.Context(), "go", "vet", "-nope"))
	if err == nil || !strings.Contains(err.Error(), "vet -nope: exit status 2\n") || !strings.Contains(err.Error(), "flag provided but not defined") {
		t.Errorf("error %v", err)
	}
	if _, err := command.Output(exec.CommandContext(t.Context(), "no-such-program", "-x")); !errors.Is(err, exec.ErrNotFound) || !strings.HasPrefix(err.Error(), "no-such-program -x: ") {
		t.Errorf("error %v", err)
	}
	if out, err := command.Output(exec.CommandContext(t.Context(), "go", "env", "GOOS")); err != nil || string(out) != runtime.GOOS+"\n" {
		t.Errorf("%q, error %v", out, err)
	}
}
