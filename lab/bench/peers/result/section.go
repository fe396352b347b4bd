package result

import (
	"fmt"
	"slices"
	"strings"
)

// Section describes the result in Markdown, without a heading.
func (r Result) Section() string {
	var b strings.Builder
	fmt.Fprintf(&b, "<sub>%s. To repeat it: `%s`.</sub>\n\n", r.Run.Conditions(), r.Run.Command)
	b.WriteString("Every cell is a program that makes the mistake, in a process of its own, while other goroutines use the pool correctly. Where it matters, it makes the mistake after the object was leased again. " +
		"A second line in a cell is the outcome under the race detector, if that is different. (The mistake with 32 MiB is not made there, because under the race detector a `sync.Pool` drops one object in four.)\n")
	r.writeCells(&b, "Pools of objects", func(p Peer) bool { return !p.Bytes })
	r.writeCells(&b, "Pools of bytes", func(p Peer) bool { return p.Bytes })
	r.writeLegend(&b)
	return b.String()
}

// Versions lists the modules of the peers with their versions.
func (r Result) Versions() string {
	var all []string
	for _, p := range r.Peers {
		if p.Version != "" {
			all = append(all, p.Module+" "+p.Version)
		}
	}
	slices.Sort(all)
	return strings.Join(slices.Compact(all), ", ")
}

func (r Result) writeCells(b *strings.Builder, title string, in func(Peer) bool) {
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
		if c.Repeated {
			text += ", **sampled**"
		}
		if c.Race != "" && c.Race != c.Outcome {
			text += "<br>`-race`: " + c.Race.cell()
		}
		return text
	}
	return "–"
}

func (r Result) writeLegend(b *strings.Builder) {
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
	b.WriteString("- **sampled**: the pool reports the mistake if it is made again and again.\n")
	b.WriteString("- –: the mistake needs references, which the pool does not have.\n")
	b.WriteString("\nrcpool never leases the object of a checked lease again, so an object that is too large is dropped when one of its next leases is checked; `Pool.Keep` drops it at once. " +
		"A write after the put does no harm to a pool that resets or zeroes what it leases.\n")
}
