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
