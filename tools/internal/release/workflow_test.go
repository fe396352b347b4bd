package main

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

func readFile(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("..", "..", "..", filepath.FromSlash(name)))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// A step that is added to .ci/run is not forgotten in the workflow.
func TestWorkflow_RunsEveryStep(t *testing.T) {
	var steps, run []string
	for _, match := range regexp.MustCompile(`(?m)^step_([a-z]+)\(\) \{$`).FindAllStringSubmatch(readFile(t, ".ci/run"), -1) {
		steps = append(steps, match[1])
	}
	for _, name := range []string{"ci.yml", "weekly.yml"} {
		workflow := readFile(t, ".github/workflows/"+name)
		_, matrix, _ := strings.Cut(workflow, "        steps:\n")
		for line := range strings.Lines(matrix) {
			list, ok := strings.CutPrefix(line, "          - ")
			if !ok {
				break
			}
			run = append(run, strings.Fields(list)...)
		}
		for _, match := range regexp.MustCompile(`run: \.ci/run ([a-z]+)`).FindAllStringSubmatch(workflow, -1) {
			run = append(run, match[1])
		}
	}
	slices.Sort(steps)
	slices.Sort(run)
	if !slices.Equal(steps, run) {
		t.Errorf(".ci/run has the steps\n%v\nand the workflows run\n%v", steps, run)
	}
}

func TestOldestGo_IsThatOfCI(t *testing.T) {
	if !strings.Contains(readFile(t, ".ci/run"), "\noldest="+oldestGo+" ") {
		t.Errorf(".ci/run tests with another Go release than %s", oldestGo)
	}
}

// A command that is added to the tools is not forgotten in the archives.
func TestArchives_HaveEveryCommand(t *testing.T) {
	sources, err := filepath.Glob(filepath.Join("..", "..", "*", "main.go"))
	if err != nil {
		t.Fatal(err)
	}
	var commands []string
	releasing := readFile(t, "RELEASING.md")
	for _, source := range sources {
		name := filepath.Base(filepath.Dir(source))
		commands = append(commands, name)
		if !strings.Contains(releasing, "`"+name+"`") {
			t.Errorf("RELEASING.md does not name %s", name)
		}
	}
	if !slices.Equal(commands, built) {
		t.Errorf("the commands are %v, and the archives have %v", commands, built)
	}
}
