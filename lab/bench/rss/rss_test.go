package main

import (
	"bytes"
	"io"
	"os"
	"strings"
	"testing"

	"github.com/rcpool/rcpool/lab/internal/command"
)

// The program runs itself for each pool; here that is this test binary.
func TestMain(m *testing.M) {
	if len(os.Args) > 1 && os.Args[1] == "-only" {
		main()
		return
	}
	os.Exit(m.Run())
}

func TestRSS_MeasuresEveryPool(t *testing.T) {
	file := t.TempDir() + "/new/rss.txt"
	var printed, failed bytes.Buffer
	if code := rss(t.Context(), []string{"-requests", "500", "-workers", "8", "-rounds", "2", "-benchmarks", file}, &printed, &failed); code != command.OK {
		t.Fatalf("exit code %d: %s", code, &failed)
	}
	for _, want := range []string{"2 rounds; ", "500 requests, 8 at a time", "| sync.Pool, at most 1 MiB |", "| bytes allocated per byte asked for |"} {
		if !strings.Contains(printed.String(), want) {
			t.Errorf("%q is not in\n%s", want, &printed)
		}
	}
	text, err := os.ReadFile(file)
	if n := bytes.Count(text, []byte("\nBenchmarkGiant/pool=")); err != nil || n != 2*len(pools()) {
		t.Errorf("%d runs of %d pools, %v:\n%s", n, len(pools()), err, text)
	}
}

func TestRSS_WrongUsage(t *testing.T) {
	for _, args := range [][]string{{"-x"}, {"more"}, {"-rounds", "0"}, {"-workers", "0"}, {"-requests", "3"}} {
		var said bytes.Buffer
		if code := rss(t.Context(), args, io.Discard, &said); code != command.Usage || !strings.Contains(said.String(), "-help") {
			t.Errorf("%v: exit code %d, %q", args, code, &said)
		}
	}
	var said bytes.Buffer
	if code := rss(t.Context(), []string{"-only", "nothing"}, io.Discard, &said); code != command.Failed || !strings.Contains(said.String(), `no pool "nothing"`) {
		t.Errorf("exit code %d, %q", code, &said)
	}
}
