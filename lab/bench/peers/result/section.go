package result

import (
	"fmt"
	"slices"
	"strings"
)

// Section tells r in Markdown, without a heading of its own: what a lease costs
// with each peer, and what comes of each mistake. All in it comes from r.
func (r Result) Section() string {
	var b strings.Builder
	fmt.Fprintf(&b, "Measured on %s with %s on %s, %d processors of type %s. To repeat it: `%s`.\n",
		r.Measured.Format("2006-01-02"), r.Go, r.System, r.Processors, r.CPU, r.Command)
	r.tellVersions(&b)
	if len(r.Benchmarks) > 0 {
		fmt.Fprintf(&b, "\n### What a lease costs\n\nns for a lease: medians of %d rounds of %s each, and in parentheses the ratio to `sync.Pool` in the same round, its median. "+
			"*All processors* is every processor at once; *handed over* is leased by one goroutine and put by another. No figure is of a checked lease.\n", r.Rounds, r.BenchTime)
		r.tellBenchmarks(&b, "Object", "An object of 96 bytes: lease, write, reset, put.")
		r.tellBenchmarks(&b, "Bytes", "4096 bytes: lease, write all of them, put. What grpc and stdpool lease is zero before, as new memory is; what the others lease is not, or is empty.")
	}
	if len(r.Cells) > 0 {
		b.WriteString("\n### What comes of mistakes\n\nEvery cell is a program that makes the mistake, in a process of its own, while others use the pool as they should; " +
			"where it matters, it makes it when the object has been leased again. If the race detector changes what comes of it, that is the second line of the cell. (What has grown to 32 MiB is not put under it, since there a `sync.Pool` drops one object in four.)\n")
		r.tellCells(&b, "Pools of objects", func(p Peer) bool { return !p.Bytes })
		r.tellCells(&b, "Pools of bytes", func(p Peer) bool { return p.Bytes })
		r.tellLegend(&b)
	}
	return b.String()
}

func (r Result) tellVersions(b *strings.Builder) {
	var all []string
	for _, p := range r.Peers {
		if p.Version != "" {
			all = append(all, p.Module+" "+p.Version)
		}
	}
	slices.Sort(all)
	if all = slices.Compact(all); len(all) > 0 {
		fmt.Fprintf(b, "Versions: %s.\n", strings.Join(all, ", "))
	}
}

func (r Result) title(peer string) string {
	if peer == "none" {
		return "no pool"
	}
	for _, p := range r.Peers {
		if p.Name == peer {
			return p.Title
		}
	}
	if peer == "sync" {
		return "sync.Pool"
	}
	return peer
}

func (r Result) tellBenchmarks(b *strings.Builder, name, about string) {
	ways := []struct{ suffix, title string }{{"", "alone"}, {"AllCores", "all processors"}, {"HandOver", "handed over"}}
	fmt.Fprintf(b, "\n%s\n\n| |", about)
	for _, w := range ways {
		fmt.Fprintf(b, " %s |", w.title)
	}
	b.WriteString(" allocations |\n|---|---:|---:|---:|---:|\n")
	var peers []string
	for _, x := range r.Benchmarks {
		if x.Name == name && !slices.Contains(peers, x.Peer) {
			peers = append(peers, x.Peer)
		}
	}
	for _, peer := range peers {
		fmt.Fprintf(b, "| %s |", r.title(peer))
		for _, w := range ways {
			ns, ratio := r.ns(name+w.suffix, peer)
			fmt.Fprintf(b, " %.1f (%.2f×) |", ns, ratio)
		}
		var allocs []float64
		for _, x := range r.Benchmarks {
			if x.Name == name && x.Peer == peer {
				allocs = append(allocs, x.Allocs)
			}
		}
		fmt.Fprintf(b, " %g |\n", median(allocs))
	}
}

// ns is the median of a peer's times, and of their ratios to those of sync.Pool.
func (r Result) ns(name, peer string) (ns, ratio float64) {
	base := map[int]float64{}
	for _, x := range r.Benchmarks {
		if x.Name == name && x.Peer == "sync" {
			base[x.Round] = x.NsOp
		}
	}
	var all, ratios []float64
	for _, x := range r.Benchmarks {
		if x.Name == name && x.Peer == peer {
			all = append(all, x.NsOp)
			if base[x.Round] > 0 {
				ratios = append(ratios, x.NsOp/base[x.Round])
			}
		}
	}
	return median(all), median(ratios)
}

func median(values []float64) float64 {
	if len(values) == 0 {
		return 0
	}
	values = slices.Sorted(slices.Values(values))
	n := len(values)
	return (values[(n-1)/2] + values[n/2]) / 2
}

func (r Result) tellCells(b *strings.Builder, title string, in func(Peer) bool) {
	fmt.Fprintf(b, "\n| %s |", title)
	rule := "|---|"
	for _, p := range r.Peers {
		if in(p) {
			fmt.Fprintf(b, " %s |", p.Title)
			rule += "---|"
		}
	}
	fmt.Fprintf(b, "\n%s\n", rule)
	for _, m := range r.Misuses {
		if m.Control {
			continue
		}
		fmt.Fprintf(b, "| %s |", m.Title)
		for _, p := range r.Peers {
			if in(p) {
				fmt.Fprintf(b, " %s |", r.cell(p.Name, m.Name))
			}
		}
		b.WriteString("\n")
	}
}

func (r Result) cell(peer, misuse string) string {
	for _, c := range r.Cells {
		if c.Peer != peer || c.Misuse != misuse {
			continue
		}
		text := c.Outcome.cell()
		if c.Repeated != "" {
			text += ", **sampled**"
		}
		if c.Race != "" && c.Race != c.Outcome {
			text += "<br>`-race`: " + c.Race.cell()
		}
		return text
	}
	return "–"
}

func (r Result) tellLegend(b *strings.Builder) {
	used := map[Outcome]bool{}
	for _, c := range r.Cells {
		used[c.Outcome], used[c.Race] = true, true
	}
	b.WriteString("\n")
	for _, w := range words {
		if used[w.outcome] {
			fmt.Fprintf(b, "- %s: %s.\n", w.cell, w.means)
		}
	}
	b.WriteString("- **sampled**: if the mistake is made again and again, the pool reports it.\n")
	b.WriteString("- –: the mistake needs references, which the pool does not have.\n")
	b.WriteString("\nrcpool does not lease an object again whose lease it has checked, so what is too large goes with one of the next leases that are checked; `Pool.Keep` drops it at once. " +
		"The write after the put is without harm to a pool that resets or zeroes what it leases.\n")
}
