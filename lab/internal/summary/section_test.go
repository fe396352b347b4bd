package summary_test

import (
	"bytes"
	"errors"
	"io"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/rcpool/rcpool/lab/internal/figure"
	"github.com/rcpool/rcpool/lab/internal/machine"
	"github.com/rcpool/rcpool/lab/internal/summary"
)

func TestSection_ReadsWhatItWrites(t *testing.T) {
	file := filepath.Join(t.TempDir(), "new", "section.json")
	if err := summary.WriteFile(file, sample().Write); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var got summary.Section
	if err := summary.ReadJSON(file, &got); err != nil {
		t.Fatal(err)
	}
	var again bytes.Buffer
	if err := got.Write(&again); err != nil || again.String() != string(text) {
		t.Errorf("%v: read, and written again, it is\n%s", err, &again)
	}
	if ratio, err := got.Rows[0].Ratio("rcpool", "sync", figure.Seconds); err != nil || ratio.Median != 1.5 || !reflect.DeepEqual(got.Run, sample().Run) {
		t.Errorf("read %+v, %v", got, err)
	}
	if n := strings.Count(string(text), "\n    {\"package\""); n != 3 {
		t.Errorf("%d benchmarks have a line of their own in\n%s", n, text)
	}
	if !strings.Contains(string(text), "ab <2.3>") {
		t.Errorf("a note is escaped in\n%s", text)
	}
}

func TestReadJSON_RefusesFieldsThatAreNotKnown(t *testing.T) {
	file := filepath.Join(t.TempDir(), "section.json")
	if err := os.WriteFile(file, []byte(`{"key": "pool", "other": 1}`), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := summary.ReadJSON(file, new(summary.Section)); err == nil || !strings.Contains(err.Error(), "other") || !strings.Contains(err.Error(), file) {
		t.Errorf("the error is %v", err)
	}
}

func TestWriteFile_KeepsWhatWasThereIfItFails(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "results.txt")
	if err := os.WriteFile(file, []byte("the last time"), 0o644); err != nil {
		t.Fatal(err)
	}
	broken := errors.New("broken")
	err := summary.WriteFile(file, func(w io.Writer) error { io.WriteString(w, "half"); return broken })
	text, _ := os.ReadFile(file)
	entries, _ := os.ReadDir(dir)
	if !errors.Is(err, broken) || string(text) != "the last time" || len(entries) != 1 {
		t.Errorf("%v, kept %q and %d files", err, text, len(entries))
	}
	if err := summary.WriteFile(file, func(w io.Writer) error { _, err := io.WriteString(w, "new"); return err }); err != nil {
		t.Fatal(err)
	}
	if text, _ := os.ReadFile(file); string(text) != "new" {
		t.Errorf("kept %q", text)
	}
}

func TestRun_Conditions(t *testing.T) {
	m := machine.Machine{CPU: "Some CPU", Processors: 2, OS: "linux", Arch: "amd64", Go: "go1.26"}
	for want, run := range map[string]summary.Run{
		"12 rounds of 100ms; 2026-11-20; commit abc1234; go1.26 linux/amd64, 2 processors (Some CPU)": {Date: "2026-11-20", Commit: "abc1234", Machine: m, Rounds: 12, Benchtime: "100ms"},
		"144 rounds of 8.3ms; 2026-11-20; go1.26 linux/amd64, 2 processors (Some CPU)":                {Date: "2026-11-20", Machine: m, Rounds: 144, Benchtime: "8.333333ms"},
		"6 rounds; 2026-11-20; go1.26 linux/amd64, 2 processors (Some CPU)":                           {Date: "2026-11-20", Machine: m, Rounds: 6},
		"2026-11-20; go1.26 linux/amd64, 2 processors (Some CPU)":                                     {Date: "2026-11-20", Machine: m, Rounds: 1},
	} {
		if got := run.Conditions(); got != want {
			t.Errorf("%q, and not %q", got, want)
		}
	}
}

func TestNow_HasTheCommitOnlyInARepository(t *testing.T) {
	outside := summary.Now(t.Context(), t.TempDir())
	if outside.Commit != "" || outside.Date == "" || outside.Go == "" {
		t.Errorf("outside of a repository: %+v", outside)
	}
}
