package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestBaseline_ReportsWhatIsNew(t *testing.T) {
	dir := module(t, map[string]string{"a.go": leaky})
	first := do(t, rcvet(t, dir, "-json", "./..."))
	if err := os.WriteFile(filepath.Join(dir, "baseline.json"), []byte(first.stdout), 0o666); err != nil {
		t.Fatal(err)
	}
	do(t, rcvet(t, dir, "-baseline=baseline.json", "./...")).want(t, clean, "")

	more := strings.Replace(leaky, "func Leak", "// Other leaks.\nfunc Other() {\n\tacquire() // another one\n}\n\nfunc Leak", 1)
	if err := os.WriteFile(filepath.Join(dir, "a.go"), []byte(more), 0o666); err != nil {
		t.Fatal(err)
	}
	got := do(t, rcvet(t, dir, "-baseline=baseline.json", "./..."))
	if got.code != found || !strings.HasPrefix(got.stdout, "a.go:5:2: leak: ") || strings.Count(got.stdout, "leak: ") != 1 {
		t.Errorf("exit code %d, want %d and the new leak at a.go:5:2:\n%s", got.code, found, got.stdout)
	}
}

// What is not reported is not fixed either, and -diff shows what -fix does.
func TestBaseline_IsNotFixed(t *testing.T) {
	dir := module(t, map[string]string{"a.go": leaky})
	first := do(t, rcvet(t, dir, "-json", "./..."))
	more := strings.Replace(leaky, "func Leak", "func Other() {\n\tacquire() // another one\n}\n\nfunc Leak", 1)
	for name, text := range map[string]string{"a.go": more, "baseline.json": first.stdout} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	if got := do(t, rcvet(t, dir, "-baseline=baseline.json", "-diff", "./...")); !strings.Contains(got.stderr, "-fix would apply 1 fix to 1 file") {
		t.Errorf("-diff says: %s", got.stderr)
	}
	do(t, rcvet(t, dir, "-baseline=baseline.json", "-fix", "./...")).want(t, clean, "", "1 fix applied to 1 file")
	if want, got := strings.Replace(more, " // another one", "\n\tdefer release() // another one", 1), read(t, dir, "a.go"); got != want {
		t.Errorf("a.go:\n%s\nwant:\n%s", got, want)
	}
}

func TestBaseline_MustBeADocument(t *testing.T) {
	dir := module(t, map[string]string{"a.go": leaky, "text.json": "a.go:4:2: leak", "other.json": `{"version": 2}`})
	for file, want := range map[string]string{"text.json": "is not a document", "other.json": "its version is 2, want 1", "none.json": "none.json"} {
		got := do(t, rcvet(t, dir, "-baseline="+file, "./..."))
		if got.code != failed || !strings.Contains(got.stderr, want) {
			t.Errorf("%s: exit code %d, want %d and %q: %s", file, got.code, failed, want, got.stderr)
		}
	}
}

func TestDisable_NamesACategory(t *testing.T) {
	dir := module(t, map[string]string{"a.go": leaky})
	got := do(t, rcvet(t, dir, "-disable=leaks", "./..."))
	if got.code != failed || !strings.Contains(got.stderr, `no category "leaks"`) {
		t.Errorf("exit code %d, want %d: %s", got.code, failed, got.stderr)
	}
}
