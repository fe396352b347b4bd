package traffic_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/rcpool/rcpool/lab/traffic"
)

// The shards of a block are sent by attackers of their own, and what they measured
// goes through JSON. Together they are the block.
func TestMerge_ShardsTogetherAreTheBlock(t *testing.T) {
	service := record(t)
	for _, arrivals := range []traffic.Arrivals{traffic.Constant, traffic.Poisson} {
		block := traffic.Block{URL: service.URL, Seed: 7, First: 30, Count: 101, Rate: 1000, Arrivals: arrivals}
		alone, err := attacker(t).Run(t.Context(), block)
		if err != nil {
			t.Fatal(err)
		}
		asked := service.take()
		for _, n := range []int{1, 2, 4} {
			t.Run(fmt.Sprint(arrivals, " ", n), func(t *testing.T) {
				shards := make([]traffic.Shard, n)
				block.Start, block.Shards = time.Now().Add(100*time.Millisecond), n
				var wg sync.WaitGroup
				for i := range shards {
					wg.Go(func() {
						part := block
						part.Shard = i
						result, err := attacker(t).Run(t.Context(), part)
						if err != nil {
							t.Error(err)
						}
						if result.Requests != result.Planned || result.Sent.Before(block.Start) {
							t.Errorf("shard %d sent %d of %d requests, from %v on", i, result.Requests, result.Planned, result.Sent.Sub(block.Start))
						}
						shards[i] = traffic.Shard{Block: part, Result: result}
					})
				}
				wg.Wait()
				if got := service.take(); !slices.Equal(got, asked) {
					t.Errorf("the shards sent %d requests that are not the %d of the block", len(got), len(asked))
				}
				text, err := json.Marshal(shards)
				if err != nil {
					t.Fatal(err)
				}
				var read []traffic.Shard
				if err := json.Unmarshal(text, &read); err != nil {
					t.Fatal(err)
				}
				slices.Reverse(read)
				all, err := traffic.Merge(read)
				if err != nil {
					t.Fatal(err)
				}
				if all.Blocks != 1 || all.Requests != alone.Requests || all.Planned != alone.Planned || all.Span != alone.Span ||
					all.BytesIn != alone.BytesIn || all.BytesOut != alone.BytesOut || all.Digest != alone.Digest || all.Checked != alone.Checked ||
					all.Codes["200"] != alone.Codes["200"] || all.Latency.Count() != alone.Latency.Count() {
					t.Errorf("the shards have measured\n%+v\nand one attacker\n%+v", all, alone)
				}
				first, end := read[0].Result.Sent, time.Time{}
				var latencies traffic.Histogram
				for _, s := range read {
					latencies.Add(s.Result.Latency)
					if s.Result.Sent.Before(first) {
						first = s.Result.Sent
					}
					if e := s.Result.Sent.Add(s.Result.Attack + s.Result.Wait); e.After(end) {
						end = e
					}
				}
				if all.Attack+all.Wait != end.Sub(first) {
					t.Errorf("attack %v and wait %v, want %v together", all.Attack, all.Wait, end.Sub(first))
				}
				for _, q := range []float64{0.5, 0.99} {
					if all.Latency.Quantile(q) != latencies.Quantile(q) {
						t.Errorf("quantile %v is %v, and of all requests %v", q, all.Latency.Quantile(q), latencies.Quantile(q))
					}
				}
			})
		}
	}
}

func TestMerge_RefusesWhatIsNotOneBlock(t *testing.T) {
	shard := func(i int, change func(*traffic.Block)) traffic.Shard {
		b := traffic.Block{URL: "http://one", Seed: 7, Count: 90, Rate: 10, Shard: i, Shards: 3}
		change(&b)
		return traffic.Shard{Block: b}
	}
	same := func(*traffic.Block) {}
	for want, shards := range map[string][]traffic.Shard{
		"no shards":           {},
		"shard 1 of 3 is mis": {shard(0, same), shard(2, same)},
		"shard 2 of 3 is the": {shard(0, same), shard(2, same), shard(2, same)},
		"of another block":    {shard(0, same), shard(1, func(b *traffic.Block) { b.Seed = 8 }), shard(2, same)},
		"shard 3 of 3":        {shard(0, same), shard(3, same), shard(2, same)},
	} {
		if _, err := traffic.Merge(shards); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("got %v, want %q", err, want)
		}
	}
	if _, err := traffic.Merge([]traffic.Shard{shard(0, same), shard(1, func(b *traffic.Block) { b.URL = "http://two" }), shard(2, same)}); err != nil {
		t.Errorf("shards that sent to different replicas: %v", err)
	}
}

func TestRun_RefusesAShardThatIsNone(t *testing.T) {
	for _, b := range []traffic.Block{{Shard: 3, Shards: 3}, {Shard: -1, Shards: 3}, {Shard: 1}, {Shard: 12, Shards: 20}} {
		b.Rate, b.Count = 10, 10
		if _, err := attacker(t).Run(t.Context(), b); err == nil {
			t.Errorf("%+v was accepted", b)
		}
	}
}
