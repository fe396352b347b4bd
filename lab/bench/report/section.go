package main

import (
	"time"

	"github.com/rcpool/rcpool/lab/bench/rounds"
)

// A section of docs/results.md. One that is made of benchmarks or of another
// program's text has a template in sections/, named like it, that is filled in
// with what was measured; one with a program that keeps its own results is told
// by that program.
type section struct {
	name  string
	title string
	takes time.Duration // on two processors
	raw   string        // the file in lab/bench/results

	plans   func(root string) ([]rounds.Plan, error) // for benchmarks
	text    []string                                 // for a program: its directory, and its arguments; its output is kept
	hurry   []string                                 // arguments of it, or of program, for -short
	program string                                   // for a program that takes -json and -section: its directory
	full    []string                                 // arguments of it otherwise
}

const tenth = 100 * time.Millisecond

// sections are those of the page, in its order.
var sections = []section{
	{
		name: "core", title: "What a lease costs", takes: 70 * time.Second, raw: "core.txt",
		plans: plans(
			rounds.Plan{Package: "lab/bench", Bench: "^Benchmark(Lease|Reset|Share|HandOver|Checking)$", CPU: 1, Benchtime: tenth},
			rounds.Plan{Package: "lab/bench", Bench: "^Benchmark(Lease|Share)AllCores$", Benchtime: tenth},
		),
	},
	{
		name: "classic", title: "The API of 2017", takes: 40 * time.Second, raw: "classic.txt",
		plans: plans(
			rounds.Plan{Package: "lab/bench", Bench: "^BenchmarkClassic", Skip: "AllCores$", CPU: 1, Benchtime: tenth},
			rounds.Plan{Package: "lab/bench", Bench: "^BenchmarkClassic.*AllCores$", Benchtime: tenth},
		),
	},
	{
		name: "stdpool", title: "Ready-made pools", takes: 150 * time.Second, raw: "stdpool.txt",
		plans: plans(rounds.Plan{Package: "lab/bench", Bench: "^BenchmarkStdpool", CPU: 1, Benchtime: tenth}),
	},
	{
		name: "rss", title: "What a giant does to memory", takes: 30 * time.Second, raw: "rss.txt",
		text: []string{"lab/bench/rss"}, hurry: []string{"-requests", "2000"},
	},
	{
		name: "articles", title: "The articles' measurements, repeated", takes: 80 * time.Second, raw: "articles.txt",
		plans: plans(rounds.Plan{Package: "lab/bench/articles", Benchtime: tenth}),
	},
	{
		name: "adapters", title: "Under other libraries", takes: 120 * time.Second, raw: "adapters.txt",
		plans: everyPackage("adapters", tenth),
	},
	{
		name: "lab", title: "What pooling does to a web service", takes: 60 * time.Second, raw: "lab.txt",
		text: []string{"lab", "-html", ""}, hurry: []string{"-rounds", "2", "-block", "200ms", "-warmup", "200ms", "-rate", "50"},
	},
	{
		name: "waf", title: "What pooling does to a web application firewall", takes: 600 * time.Second, raw: "waf.json",
		program: "lab/bench/waf", full: []string{"-c", "1000", "-n", "100000", "-rounds", "5"}, hurry: []string{"-c", "10", "-n", "100", "-rounds", "1"},
	},
	{
		name: "peers", title: "Beside other pools", takes: 300 * time.Second, raw: "peers.json",
		program: "lab/bench/peers", hurry: []string{"-race=false", "-rounds", "2", "-benchtime", "2ms"},
	},
	{
		name: "breakeven", title: "What is worth pooling", takes: 220 * time.Second, raw: "breakeven.txt",
		plans: plans(rounds.Plan{Package: "lab/bench/breakeven", CPU: 1, Benchtime: 2 * tenth}),
	},
}
