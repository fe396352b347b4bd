package traffic

import (
	"errors"
	"fmt"
	"slices"
	"time"
)

// Shard is what one attacker of several has measured. Together they send a block
// as one attacker would: shard i of n has the requests i, i+n, i+2n, ... of the
// block, each when the schedule of the whole block says so. They begin together if
// their clocks agree on Block.Start.
type Shard struct {
	Block  Block  `json:"block"`
	Result Result `json:"result"`
}

// size is the number of requests that are to be sent.
func (b Block) size() int { return (b.Count - b.Shard + b.shards() - 1) / b.shards() }

// place is the place in the block of the i-th request to send.
func (b Block) place(i int) int { return b.Shard + i*b.shards() }

func (b Block) shards() int { return max(b.Shards, 1) }

// Merge returns what the shards of one block have measured together. Histograms
// are added, so a percentile is that of all requests. It fails unless each shard
// of the block is there once; the shards may have sent to different URLs.
func Merge(shards []Shard) (Result, error) {
	if len(shards) == 0 {
		return Result{}, errors.New("there are no shards")
	}
	whole := shards[0].Block.whole()
	seen := make([]bool, whole.shards())
	for _, s := range shards {
		if !s.Block.whole().equal(whole) {
			return Result{}, fmt.Errorf("shard %d is of another block: %+v, and not %+v", s.Block.Shard, s.Block.whole(), whole)
		}
		if s.Block.Shard < 0 || s.Block.Shard >= len(seen) || seen[s.Block.Shard] {
			return Result{}, fmt.Errorf("shard %d of %d is there twice, or there is no such shard", s.Block.Shard, len(seen))
		}
		seen[s.Block.Shard] = true
	}
	if missing := slices.Index(seen, false); missing >= 0 {
		return Result{}, fmt.Errorf("shard %d of %d is missing", missing, len(seen))
	}
	return sideBySide(shards), nil
}

// sideBySide adds up results of the same time.
func sideBySide(shards []Shard) Result {
	var all Result
	var first, last, end time.Time // request sent, request sent, answer
	for _, s := range shards {
		r := s.Result
		r.Overruns = slices.Clone(r.Overruns)
		for i, overrun := range r.Overruns {
			r.Overruns[i] = fmt.Sprintf("shard %d: %s", s.Block.Shard, overrun)
		}
		all.Add(r)
		if r.Requests == 0 {
			continue
		}
		if first.IsZero() || r.Sent.Before(first) {
			first = r.Sent
		}
		last = later(last, r.Sent.Add(r.Attack))
		end = later(end, r.Sent.Add(r.Attack+r.Wait))
	}
	all.Blocks, all.Queued = 1, min(all.Queued, 1)
	all.Span = shards[0].Result.Span
	all.Sent, all.Attack, all.Wait = first, last.Sub(first), end.Sub(last)
	return all
}

func later(a, b time.Time) time.Time {
	if a.After(b) {
		return a
	}
	return b
}

// whole is the block that a shard is of.
func (b Block) whole() Block {
	b.Shard, b.URL = 0, ""
	return b
}

func (b Block) equal(other Block) bool {
	same := b.Start.Equal(other.Start)
	b.Start, other.Start = time.Time{}, time.Time{}
	return same && b == other
}
