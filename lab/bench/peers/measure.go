package main

import (
	"bufio"
	"context"
	"fmt"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/rcpool/rcpool/lab/bench/peers/result"
)

// measure runs the benchmarks, round by round, so that what slows the machine
// slows all alike.
func (w workshop) measure(ctx context.Context, s settings) ([]result.Benchmark, error) {
	program := filepath.Join(w.dir, "benchmarks")
	w.tell("building the benchmarks")
	if _, err := w.goCommand(ctx, "test", "-c", "-o", program, "."); err != nil {
		return nil, err
	}
	var all []result.Benchmark
	for round := range s.rounds {
		w.tell("benchmarks, round %d of %d", round+1, s.rounds)
		cmd := exec.CommandContext(ctx, program, "-test.run", "^$", "-test.bench", ".", "-test.benchtime", s.benchTime.String())
		out, err := cmd.Output()
		if err != nil {
			return nil, explain(cmd, err)
		}
		lines, err := parse(string(out), round+1)
		if err != nil {
			return nil, err
		}
		all = append(all, lines...)
	}
	return all, nil
}

// parse reads the benchmarks of one round.
func parse(out string, round int) (all []result.Benchmark, err error) {
	for lines := bufio.NewScanner(strings.NewReader(out)); lines.Scan(); {
		fields := strings.Fields(lines.Text())
		if len(fields) < 4 || !strings.HasPrefix(fields[0], "Benchmark") {
			continue
		}
		name, peer, ok := strings.Cut(strings.TrimPrefix(fields[0], "Benchmark"), "/peer=")
		if i := strings.LastIndexByte(peer, '-'); i >= 0 { // the number of processors, unless it is 1
			if _, err := strconv.Atoi(peer[i+1:]); err == nil {
				peer = peer[:i]
			}
		}
		b := result.Benchmark{Round: round, Name: name, Peer: peer}
		for i := 2; i+1 < len(fields); i += 2 {
			value, err := strconv.ParseFloat(fields[i], 64)
			if err != nil {
				return nil, fmt.Errorf("read the benchmarks: %q: %w", lines.Text(), err)
			}
			switch fields[i+1] {
			case "ns/op":
				b.NsOp = value
			case "B/op":
				b.BOp = value
			case "allocs/op":
				b.Allocs = value
			}
		}
		if !ok || b.NsOp == 0 {
			return nil, fmt.Errorf("read the benchmarks: %q is not what this program knows", lines.Text())
		}
		all = append(all, b)
	}
	return all, nil
}
