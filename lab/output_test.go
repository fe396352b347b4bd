package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rcpool/rcpool/lab/experiment"
	"github.com/rcpool/rcpool/lab/internal/command"
	"github.com/rcpool/rcpool/lab/report"
)

// A page that fails at the end must not cost the figures of a long run.
func TestOutputs_OneThatFailsKeepsNoOtherFromBeingWritten(t *testing.T) {
	folder := t.TempDir()
	say := func(w io.Writer, _ *experiment.Result) error { _, err := fmt.Fprint(w, "figures"); return err }
	files := outputs{
		{flag: "html", path: filepath.Join(folder, "page.html"), write: func(io.Writer, *experiment.Result) error { return errors.New("no page today") }},
		{flag: "json", path: filepath.Join(folder, "lab.json"), write: say},
		{flag: "bench", path: filepath.Join(folder, "gone", "lab.txt"), write: say},
		{flag: "bench", path: filepath.Join(folder, "lab.txt"), write: say},
	}
	if err := os.Mkdir(filepath.Join(folder, "gone"), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := files.open(); err != nil {
		t.Fatal(err)
	}
	if err := os.RemoveAll(filepath.Join(folder, "gone")); err != nil { // while it was measured
		t.Fatal(err)
	}
	var told strings.Builder
	err := files.save(new(experiment.Result), &told)
	for _, want := range []string{"-html: no page today", "-bench: "} {
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("save returned %v, want something with %q", err, want)
		}
	}
	for _, name := range []string{"lab.json", "lab.txt"} {
		if text, err := os.ReadFile(filepath.Join(folder, name)); string(text) != "figures" || !strings.Contains(told.String(), name) {
			t.Errorf("%s has %q, %v; told %q", name, text, err, told.String())
		}
	}
}

// Nor must a reader that goes away, as in lab | head.
func TestConclude_WritesTheFilesWhenNobodyReadsTheReport(t *testing.T) {
	read, write, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	read.Close()
	defer write.Close()
	stdout := os.Stdout
	defer func() { os.Stdout = stdout }()
	os.Stdout = write
	path := filepath.Join(t.TempDir(), "lab.json")
	files := outputs{{flag: "json", path: path, write: report.JSON}}
	code := conclude(&experiment.Result{Rounds: 1, Trusted: true}, nil, files)
	os.Stdout = stdout
	if code != command.Failed {
		t.Errorf("exit code %d", code)
	}
	if text, err := os.ReadFile(path); err != nil || !strings.Contains(string(text), `"finding"`) {
		t.Errorf("the file has %q, %v", text, err)
	}
}
