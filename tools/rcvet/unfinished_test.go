package main

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"
)

func TestUnfinished_IsNoReport(t *testing.T) {
	dir := module(t, map[string]string{
		"a.go":      "package a\n\nfunc hasManyPaths() {}\n",
		"a_test.go": "package a\n",
	})
	do(t, rcvet(t, dir, "./...")).want(t, clean, "")

	got := do(t, rcvet(t, dir, "-json", "./..."))
	var d document
	if err := json.Unmarshal([]byte(got.stdout), &d); err != nil {
		t.Fatal(err)
	}
	if got.code != clean || len(d.Reports) != 0 || !slices.Equal(d.Unfinished, []string{"a.go:3:6"}) {
		t.Errorf("exit code %d, want %d, no reports and a.go:3:6 unfinished:\n%s", got.code, clean, got.stdout)
	}
}

func TestSummary_CountsWhatIsUnfinished(t *testing.T) {
	v := &vetting{packages: 2, unfinished: []string{"a.go:3:6", "a.go:9:6"}}
	if got, want := summary(v), "no reports in 2 packages; 2 functions have more paths than rcvet follows"; !strings.HasPrefix(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}
