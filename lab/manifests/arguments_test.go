package manifests_test

import (
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// The program understands every command line that is in a manifest: flags are read
// up to -help, and a mistake before that is told instead.
func TestLab_UnderstandsItsArguments(t *testing.T) {
	lab := filepath.Join(t.TempDir(), "lab")
	if text, err := exec.CommandContext(t.Context(), "go", "build", "-o", lab, "github.com/rcpool/rcpool/lab").CombinedOutput(); err != nil {
		t.Fatalf("go build: %v\n%s", err, text)
	}
	var commands [][]string
	for _, w := range read(t, "kubernetes", "kubernetes/load").workloads {
		for _, c := range w.pod.Spec.Containers {
			if isLab(c) {
				commands = append(commands, c.Args)
			}
		}
	}
	project := compose(t)
	for _, service := range project.Services {
		if strings.HasPrefix(service.Image, "rcpool-lab:") {
			commands = append(commands, service.Command)
		}
	}
	if len(commands) < 10 {
		t.Fatalf("there are only %d commands", len(commands))
	}
	given := strings.NewReplacer("$(VARIANT)", "plain", "$(JOB_COMPLETION_INDEX)", "0", "$(START_AT)", "2026-01-01T00:00:00Z")
	for _, command := range commands {
		var args []string
		for _, arg := range command {
			args = append(args, given.Replace(arg))
		}
		if text, err := exec.CommandContext(t.Context(), lab, append(args, "-help")...).CombinedOutput(); err != nil {
			t.Errorf("lab %s: %v\n%s", strings.Join(args, " "), err, text)
		}
	}
}
