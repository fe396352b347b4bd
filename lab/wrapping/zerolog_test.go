package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// Zerolog passes its own tests in each shape, and each mistake has the outcome
// that the page gives.
func TestShapes_PassZerologsTestsAndMakeMistakes(t *testing.T) {
	if testing.Short() {
		t.Skip("builds zerolog, and its tests, in each shape")
	}
	w, err := open(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(w.dir) })
	for _, s := range shapes {
		t.Run(s.name, func(t *testing.T) {
			dir, err := w.make(t.Context(), s)
			if err != nil {
				t.Fatal(err)
			}
			if _, err := output(t.Context(), dir, "test", "-skip="+unreliable, "./..."); err != nil {
				t.Error(err)
			}
			if _, err := output(t.Context(), dir, "build", "-o", "misuse.exe", "./client/misuse"); err != nil {
				t.Fatal(err)
			}
			for _, m := range mistakes {
				want := m.outcome[s.name]
				makeMistake(t, m, dir, "0", want)
				if checked := m.checked[s.name]; checked != "" {
					want = checked
				}
				makeMistake(t, m, dir, "1", want)
			}
		})
	}
}

// unreliable are tests of zerolog that also fail as released: one needs the
// journal of systemd, one is luck, and two read the standard error of a process
// while Wait closes it.
const unreliable = "^TestWriteReturnsNoOfWrittenBytes$|^TestSamplers$/^RandomSampler$|^TestFatal$|^TestFatalWithFilteredLevelWriter$"

func makeMistake(t *testing.T, m mistake, dir, checking, want string) {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), filepath.Join(dir, "misuse.exe"), m.args[:]...)
	cmd.Env = append(os.Environ(), "RCPOOL_CHECK="+checking)
	var details strings.Builder
	cmd.Stderr = &details
	out, err := cmd.Output()
	if got := strings.TrimSpace(string(out)); err != nil || got != want {
		t.Errorf("%s, with RCPOOL_CHECK=%s: %q, %v, want %q\n%s", m.what, checking, got, err, want, details.String())
	}
}
