package main

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/rcpool/rcpool/lab/process"
	"github.com/rcpool/rcpool/lab/report"
	"github.com/rcpool/rcpool/lab/traffic"
)

const aboutMerge = `
Usage: lab merge < shards.json

Reads what 'lab attack -shard' has printed from standard input, and prints what these shards have measured together,
as one attack would. The histograms are added, so a percentile is that of all requests. It fails if a shard is missing.
Other lines, such as messages in the log of a shard that failed, are repeated on standard error.
`

// merge makes one report of the shards on standard input.
func merge(args []string) int {
	var asJSON bool
	v := flags("merge", aboutMerge)
	v.BoolVar(&asJSON, "json", false, "print everything as JSON, with the histograms")
	if err := v.Parse(args, os.Stdout); err != nil {
		return fail(err)
	}
	shards, err := readShards(os.Stdin, os.Stderr)
	if err != nil {
		return fail(err)
	}
	if len(shards) == 0 {
		return fail(errors.New("there is no shard on standard input: give it what 'lab attack -shard' has printed, as in 'cat shard-*.json | lab merge'"))
	}
	result, err := traffic.Merge(shards)
	if err != nil {
		return fail(err)
	}
	if asJSON {
		err = process.Say(result)
	} else {
		err = report.Attack(os.Stdout, result)
	}
	if err != nil {
		return fail(err)
	}
	return fail(judge(shards[0].Block, result))
}

// readShards reads a shard from each line that is JSON, and writes the other lines
// to others.
func readShards(from io.Reader, others io.Writer) (shards []traffic.Shard, err error) {
	lines := bufio.NewReader(from)
	for {
		line, err := lines.ReadString('\n')
		if strings.HasPrefix(line, "{") {
			var s traffic.Shard
			if err := json.Unmarshal([]byte(line), &s); err != nil {
				return nil, fmt.Errorf("read a shard: %w", err)
			}
			shards = append(shards, s)
		} else {
			io.WriteString(others, line)
		}
		if err == io.EOF {
			return shards, nil
		}
		if err != nil {
			return nil, fmt.Errorf("read the shards: %w", err)
		}
	}
}
