package experiment

import (
	"fmt"
	"math"
	"strings"
	"time"

	"github.com/rcpool/rcpool"
	"github.com/rcpool/rcpool/lab/internal/sentence"
	"github.com/rcpool/rcpool/lab/service"
	"github.com/rcpool/rcpool/lab/traffic"
)

// Block is what one stretch of load on one variant measured.
type Block struct {
	Set     int            `json:"set"`   // of processes, from 1
	Round   int            `json:"round"` // of the set, from 1; 0 is the warm-up
	Variant Variant        `json:"variant"`
	Load    traffic.Result `json:"load"` // seen by the client
	Use     Use            `json:"use"`  // seen by the service's process
}

// place is the round that a block is of. The blocks of one round got the same requests.
type place struct{ set, round int }

func (b Block) place() place { return place{b.Set, b.Round} }

// Use is what a service's process used for a block, its asynchronous work included.
type Use struct {
	Requests       float64           `json:"requests"`
	CPUSeconds     float64           `json:"cpu_seconds"`
	AllocBytes     float64           `json:"alloc_bytes"`
	AllocObjects   float64           `json:"alloc_objects"`
	GCCycles       float64           `json:"gc_cycles"`
	GCCPUSeconds   float64           `json:"gc_cpu_seconds"`   // estimated by the runtime without idle marking, brought up to date at the end of a cycle
	BusyCPUSeconds float64           `json:"busy_cpu_seconds"` // likewise, of all that the processors did
	Pauses         traffic.Histogram `json:"gc_pauses"`        // for garbage collections
	PeakRSSBytes   float64           `json:"peak_rss_bytes"`   // since the start of the process
	Missed         float64           `json:"missed"`           // keys that the cache did not have
	Errors         map[string]uint64 `json:"errors,omitempty"`
	Latest         map[string]string `json:"latest,omitempty"` // the latest error of each cause
	Pools          []PoolUse         `json:"pools,omitempty"`
}

// PoolUse is what a pool did in a block or over several.
type PoolUse struct {
	Name     string `json:"name"`
	Gets     uint64 `json:"gets"`
	News     uint64 `json:"news"`
	Releases uint64 `json:"releases"`
	Retired  uint64 `json:"retired"`
	Refused  uint64 `json:"refused"` // of these, by Keep
	InUse    uint64 `json:"in_use"`  // at the end

	Growth *service.Growth `json:"growth,omitempty"` // nil if the pool does not count it
}

// Reuse is the share of leases that needed no new object; 0 without leases.
func (p PoolUse) Reuse() float64 {
	if p.Gets == 0 || p.News >= p.Gets {
		return 0
	}
	return 1 - float64(p.News)/float64(p.Gets)
}

// used is the difference between two snapshots of a process.
func used(before, after service.Snapshot) Use {
	u := Use{
		Requests:       float64(after.Requests - before.Requests),
		CPUSeconds:     after.CPUSeconds - before.CPUSeconds,
		AllocBytes:     float64(after.AllocBytes - before.AllocBytes),
		AllocObjects:   float64(after.AllocObjects - before.AllocObjects),
		GCCycles:       float64(after.GCCycles - before.GCCycles),
		GCCPUSeconds:   after.GCCPUSeconds - before.GCCPUSeconds,
		BusyCPUSeconds: after.BusyCPUSeconds - before.BusyCPUSeconds,
		Pauses:         pauses(before, after),
		PeakRSSBytes:   float64(after.PeakRSSBytes),
		Missed:         float64(after.Missed - before.Missed),
		Pools:          poolsUsed(before, after),
	}
	for cause, n := range after.Errors {
		if more := n - before.Errors[cause]; more > 0 {
			u.fail(cause, more, after.Latest[cause])
		}
	}
	return u
}

// pauses are those between two snapshots. Each is as long as the longest of its range, in whole microseconds.
func pauses(before, after service.Snapshot) (h traffic.Histogram) {
	for _, p := range after.Pauses.Since(before.Pauses) {
		h.RecordMany(time.Duration(math.Ceil(1e6*p.Most))*time.Microsecond, int64(p.Count))
	}
	return h
}

// poolsUsed matches pools by name. A pool is listed only once it was used, so before may lack some of after.
func poolsUsed(before, after service.Snapshot) []PoolUse {
	was := make(map[string]rcpool.Stats, len(before.Pools))
	for _, s := range before.Pools {
		was[s.Name] = s
	}
	pools := make([]PoolUse, 0, len(after.Pools))
	for _, s := range after.Pools {
		b := was[s.Name]
		p := PoolUse{
			Name: s.Name, Gets: s.Gets - b.Gets, News: s.News - b.News, Releases: s.Releases - b.Releases,
			Retired: s.Retired - b.Retired, Refused: s.RetiredBy.Keep - b.RetiredBy.Keep, InUse: s.InUse,
		}
		if grown, ok := after.Growths[s.Name]; ok {
			start := before.Growths[s.Name]
			p.Growth = &service.Growth{Leases: grown.Leases - start.Leases, Bytes: grown.Bytes - start.Bytes}
		}
		pools = append(pools, p)
	}
	return pools
}

func (u *Use) fail(cause string, n uint64, latest string) {
	if u.Errors == nil {
		u.Errors, u.Latest = make(map[string]uint64), make(map[string]string)
	}
	u.Errors[cause] += n
	u.Latest[cause] = latest
}

// Lost says what the service itself knows to be lost, and why; "" if nothing is.
func (u Use) Lost() string {
	var parts []string
	for _, lost := range []struct{ cause, noun string }{{"event", "event"}, {"accesslog", "line of the access log"}} {
		if n := u.Errors[lost.cause]; n > 0 {
			parts = append(parts, fmt.Sprintf("%s lost: %s", sentence.Count(int(n), lost.noun), u.Latest[lost.cause]))
		}
	}
	return strings.Join(parts, "; ")
}

// add adds what a later block used.
func (u *Use) add(later Use) {
	u.Requests += later.Requests
	u.CPUSeconds += later.CPUSeconds
	u.AllocBytes += later.AllocBytes
	u.AllocObjects += later.AllocObjects
	u.GCCycles += later.GCCycles
	u.GCCPUSeconds += later.GCCPUSeconds
	u.BusyCPUSeconds += later.BusyCPUSeconds
	u.Pauses.Add(later.Pauses)
	u.Missed += later.Missed
	u.PeakRSSBytes = max(u.PeakRSSBytes, later.PeakRSSBytes)
	for cause, n := range later.Errors {
		u.fail(cause, n, later.Latest[cause])
	}
	for _, p := range later.Pools {
		u.addPool(p)
	}
}

func (u *Use) addPool(p PoolUse) {
	for i := range u.Pools {
		if sum := &u.Pools[i]; sum.Name == p.Name {
			sum.Gets += p.Gets
			sum.News += p.News
			sum.Releases += p.Releases
			sum.Retired += p.Retired
			sum.Refused += p.Refused
			sum.InUse = p.InUse
			sum.grow(p.Growth)
			return
		}
	}
	growth := p.Growth
	p.Growth = nil // which is the block's
	p.grow(growth)
	u.Pools = append(u.Pools, p)
}

func (p *PoolUse) grow(more *service.Growth) {
	if more == nil {
		return
	}
	if p.Growth == nil {
		p.Growth = new(service.Growth)
	}
	p.Growth.Leases += more.Leases
	p.Growth.Bytes += more.Bytes
}

// Sample is one look at a service's process while it is under load.
type Sample struct {
	At       float64     `json:"at_seconds"` // time under load; below 0 in the warm-up
	RSS      uint64      `json:"rss_bytes"`
	HeapLive uint64      `json:"heap_live_bytes"` // what the last collection found in use
	Pools    []PoolCount `json:"pools,omitempty"` // since the process started
}

// PoolCount is a pool's counters at a sample.
type PoolCount struct {
	Name     string `json:"name"`
	Gets     uint64 `json:"gets"`
	News     uint64 `json:"news"`
	Releases uint64 `json:"releases"`
}

func sample(at time.Duration, s service.Snapshot) Sample {
	counts := make([]PoolCount, 0, len(s.Pools))
	for _, p := range s.Pools {
		counts = append(counts, PoolCount{Name: p.Name, Gets: p.Gets, News: p.News, Releases: p.Releases})
	}
	return Sample{At: at.Seconds(), RSS: s.RSSBytes, HeapLive: s.HeapLiveBytes, Pools: counts}
}
