package main

import (
	"os"
	"strings"
	"testing"

	"github.com/rcpool/rcpool/lab/experiment"
)

// parsed returns the flags of an experiment, and what they say.
func parsed(t *testing.T, args ...string) (verb, *experiment.Config) {
	t.Helper()
	c := new(experiment.Config)
	v, _, _ := comparing(c)
	if err := v.Parse(args, os.Stdout); err != nil {
		t.Fatal(err)
	}
	return v, c
}

func TestPreset_FlagsThatAreGivenOverride(t *testing.T) {
	v, c := parsed(t, "-rate", "17")
	if err := v.take("article"); err != nil {
		t.Fatal(err)
	}
	if c.Rate != 17 || c.Block.Seconds() != 10 || c.Rounds != 1 {
		t.Errorf("rate %g, block %v, %d rounds", c.Rate, c.Block, c.Rounds)
	}
}

func TestPreset_AllAreFlagsOfTheExperiment(t *testing.T) {
	for _, p := range presets {
		v, _ := parsed(t)
		if err := v.take(p.name); err != nil {
			t.Error(err)
		}
		if help := presetsHelp(); !strings.Contains(help, p.name) || !strings.Contains(help, p.arguments()) {
			t.Errorf("the help does not list %s with %s:\n%s", p.name, p.arguments(), help)
		}
	}
	v, _ := parsed(t)
	if err := v.take("miracle"); err == nil || !strings.Contains(err.Error(), "tight-memory") {
		t.Errorf("an unknown preset: %v", err)
	}
}
