package main

import (
	"context"
	"errors"
	"io"
	"maps"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/rcpool/rcpool/rctest"
)

func TestRun(t *testing.T) {
	long := strings.Repeat("x", 1000)
	errDisk := errors.New("disk")
	for _, c := range []struct {
		name, match string
		input       io.Reader
		output      string
		counts      map[string]int
		err         string // "" if there is none
	}{
		{"nothing", "", strings.NewReader(""), "", map[string]int{}, ""},
		{"all", "", strings.NewReader("info a\nwarn b\n\ninfo c"), "info a\nwarn b\n\ninfo c", map[string]int{"info": 2, "warn": 1}, ""},
		{"some", "b", strings.NewReader("info a\nwarn b\ninfo c\n"), "warn b\n", map[string]int{"info": 2, "warn": 1}, ""},
		{"byte by byte", "b", iotest.OneByteReader(strings.NewReader("info a\nwarn b\n")), "warn b\n", map[string]int{"info": 1, "warn": 1}, ""},
		{"many blocks", "end", strings.NewReader(strings.Repeat("info "+long+"\n", 1000) + "info end\n"), "info end\n", map[string]int{"info": 1001}, ""},
		{"line is too long", "", strings.NewReader("info\n" + strings.Repeat(long, 17)), "", nil, "longer than 16384 bytes"},
		{"input fails", "", io.MultiReader(strings.NewReader("info a\n"), iotest.ErrReader(errDisk)), "", nil, "disk"},
	} {
		t.Run(c.name, func(t *testing.T) {
			rctest.NoLeaks(t)
			var output strings.Builder
			counts, err := run(context.Background(), c.input, &output, []byte(c.match))
			if c.err != "" {
				if err == nil || !strings.Contains(err.Error(), c.err) {
					t.Errorf("the error is %v, want %s", err, c.err)
				}
				return // how far it came depends on the scheduler
			}
			if err != nil || output.String() != c.output || !maps.Equal(counts, c.counts) {
				t.Errorf("printed %q, counted %v, error %v; want %q, %v", &output, counts, err, c.output, c.counts)
			}
		})
	}
}

// full is a writer that fails.
type full struct{}

func (full) Write([]byte) (int, error) { return 0, errors.New("no space") }

func TestRun_OutputFails(t *testing.T) {
	rctest.NoLeaks(t)
	counts, err := run(context.Background(), strings.NewReader(strings.Repeat("info\n", 10000)), full{}, nil)
	if err == nil || err.Error() != "no space" || counts["info"] != 10000 {
		t.Errorf("the error is %v, and %d lines were counted", err, counts["info"])
	}
}

func TestRun_InterruptedWhileItWaitsForInput(t *testing.T) {
	rctest.NoLeaks(t)
	ctx, interrupt := context.WithCancel(context.Background())
	input, typing := io.Pipe()
	go func() {
		io.WriteString(typing, "info\nhalf a ")
		interrupt()
	}()
	_, err := run(ctx, input, io.Discard, nil)
	if !errors.Is(err, context.Canceled) {
		t.Errorf("the error is %v", err)
	}
	typing.Close() // read ends, and releases what it has
}
