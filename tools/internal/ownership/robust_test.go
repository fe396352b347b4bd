package ownership_test

import (
	"os"
	"path/filepath"
	"testing"

	"golang.org/x/tools/go/packages"
)

// longVariable switches on what takes minutes.
const longVariable = "RCVET_LONG"

// The analyzer comes to an end on the whole standard library, where nothing is
// known to be wrong. What it reports is logged, for people to judge.
func TestRobust_StandardLibrary(t *testing.T) {
	if os.Getenv(longVariable) == "" {
		t.Skip("takes minutes; set " + longVariable + "=1")
	}
	config := &packages.Config{Mode: packages.LoadAllSyntax, Tests: true}
	listed(t, reportsOn(t, config, "std"))
}

// mistaken is the package that makes each mistake, to show what becomes of it.
const mistaken = "github.com/rcpool/rcpool/docs/misuse"

// Nothing is reported on the modules of this repository and on their tests, but
// on the package whose mistakes are on purpose.
func TestRobust_Workspace(t *testing.T) {
	if os.Getenv("RCVET_LONG") == "" {
		t.Skip("RCVET_LONG is not set; the command rcvet does the same in CI")
	}
	modules, err := filepath.Glob("../../../*/go.mod")
	if err != nil {
		t.Fatal(err)
	}
	onPurpose := 0
	for _, gomod := range append(modules, "../../../go.mod") {
		dir, err := filepath.Abs(filepath.Dir(gomod))
		if err != nil {
			t.Fatal(err)
		}
		t.Run(filepath.Base(dir), func(t *testing.T) {
			config := &packages.Config{Mode: packages.LoadAllSyntax, Dir: dir, Tests: true}
			for _, r := range reportsOn(t, config, "./...") {
				if r.pkg == mistaken {
					onPurpose++
					continue
				}
				t.Errorf("%v: %s", r.place, r.text)
			}
		})
	}
	if onPurpose == 0 {
		t.Errorf("no mistake is reported in %s", mistaken)
	}
}

func listed(t *testing.T, reports []placed) {
	t.Helper()
	for _, r := range reports {
		t.Logf("%v: %s", r.place, r.text)
	}
	t.Logf("%d reports", len(reports))
}

// The analyzer comes to an end where values, structs and types lead back to themselves. Each of
// these programs once took all of its stack, or hours.
func TestRobust_WhatLeadsToItself(t *testing.T) {
	config := &packages.Config{Mode: packages.LoadAllSyntax, Dir: "testdata", Env: append(os.Environ(), "GOWORK=off")}
	listed(t, reportsOn(t, config, "./endless/..."))
}
