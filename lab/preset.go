package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/rcpool/rcpool/lab/internal/command"
	"github.com/rcpool/rcpool/lab/internal/sentence"
)

// preset is a set of values for flags of the experiment.
type preset struct {
	name, about string
	flags       [][2]string // names and values
}

var presets = []preset{
	{"article", "as the article of 2017 measured: 10 requests/s for 10 s, and remote services that are slow; five minutes", [][2]string{
		{"rate", "10"}, {"block", "10s"}, {"rounds", "1"}, {"warmup", "2s"}, {"variants", "plain,good,rcpool"},
		{"location-delay", "lognormal:100ms,0.4"}, {"pricing-delay", "lognormal:120ms,0.4"}, {"redis-delay", "lognormal:5ms,0.3"},
	}},
	{"tight-memory", "a live heap of 48 MiB near a GOMEMLIMIT of 72 MiB, and no other reason to collect garbage", [][2]string{
		{"live-heap", "48"}, {"gomemlimit", "72MiB"}, {"gogc", "off"},
	}},
	{"big-bodies", "baskets of 100 items, five times as many: bodies of some 9 KB, and answers of some 30 KB", [][2]string{
		{"items", "100"}, {"rate", "100"},
	}},
	{"live-heap", "the same live heap and more than the limit: constant garbage collections, which empty pools, too", [][2]string{
		{"live-heap", "48"}, {"gomemlimit", "64MiB"}, {"gogc", "off"},
	}},
	{"bursts", "20 requests at once, ten times a second on average", [][2]string{
		{"arrivals", "bursts"}, {"rate", "200"},
	}},
}

// presetsHelp lists the presets with their flags.
func presetsHelp() string {
	var b strings.Builder
	b.WriteString("\nPresets, for -preset; a flag that is given overrides the preset's:\n")
	for _, p := range presets {
		fmt.Fprintf(&b, "  %-14s%s:\n%16s%s\n", p.name, p.about, "", p.arguments())
	}
	return b.String()
}

// arguments are the flags as they are typed.
func (p preset) arguments() string {
	var all []string
	for _, f := range p.flags {
		all = append(all, "-"+f[0], f[1])
	}
	return command.Quote(all)
}

// take sets the flags of a preset that were not given. It is called after parsing.
func (v verb) take(name string) error {
	if name == "" {
		return nil
	}
	i := slices.IndexFunc(presets, func(p preset) bool { return p.name == name })
	if i < 0 {
		var names []string
		for _, p := range presets {
			names = append(names, p.name)
		}
		return v.Mistake("-preset %s: choose %s", name, sentence.List(names, "or"))
	}
	for _, f := range presets[i].flags {
		if v.Given(f[0]) {
			continue
		}
		if err := v.Set(f[0], f[1]); err != nil {
			return fmt.Errorf("preset %s: -%s %s: %w", name, f[0], f[1], err)
		}
	}
	return nil
}
