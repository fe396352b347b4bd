package breakeven

import (
	_ "embed"
	"fmt"
	"io"
	"math"
	"strings"
	"text/template"

	"github.com/rcpool/rcpool/lab/internal/figure"
	"github.com/rcpool/rcpool/lab/internal/summary"
)

//go:embed choosing.md
var source string

var page = template.Must(template.New("choosing.md").Funcs(template.FuncMap{
	"heap":     heapName,
	"pool":     poolName,
	"finding":  Curve.finding,
	"table":    table,
	"widest":   widest,
	"overhead": overhead,
	"smallest": smallest,
}).Parse(source))

// Page writes docs/choosing.md.
func Page(w io.Writer, section *summary.Section) error {
	curves, err := Curves(section)
	if err != nil {
		return err
	}
	return page.Execute(w, map[string]any{"Section": section, "Curves": curves, "Heaps": Heaps, "Margin": 100 * margin})
}

// heapName returns what the page calls a heap.
func heapName(heap string) string {
	if heap == "small" {
		return "in a small heap"
	}
	return "beside a million live pointers"
}

// poolName returns what the page calls a pool.
func poolName(pool string) string {
	if pool == "sync" {
		return "`sync.Pool`"
	}
	return pool
}

// Bytes writes a size: 64 B, 4 KiB, 1 MiB.
func Bytes(n int) string {
	if n >= 1<<20 {
		return fmt.Sprintf("%d MiB", n>>20)
	}
	if n >= 1<<10 {
		return fmt.Sprintf("%d KiB", n>>10)
	}
	return fmt.Sprintf("%d B", n)
}

// finding says from which size on the pool pays.
func (c Curve) finding() string {
	where := poolName(c.Pool) + " " + heapName(c.Heap)
	if !c.Known() {
		return where + ": too few rounds to decide"
	}
	largest := c.Last()
	at := fmt.Sprintf("at %s it takes %s the time of an allocation", Bytes(largest.Size), figure.Factor(largest.Ratio.Median))
	switch size, ok := c.From(); {
	case !ok:
		return fmt.Sprintf("%s **pays at no size** measured; %s", where, at)
	case size == c.Points[0].Size:
		return fmt.Sprintf("%s **pays at every size** measured, %s and up; %s", where, Bytes(size), at)
	default:
		return fmt.Sprintf("%s **pays from %s** on; %s", where, Bytes(size), at)
	}
}

// table is all sizes beside one heap, in Markdown.
func table(curves []Curve, heap string) string {
	var shown []Curve
	for _, c := range curves {
		if c.Heap == heap {
			shown = append(shown, c)
		}
	}
	var text strings.Builder
	text.WriteString("| object | `new(T)` |")
	for _, c := range shown {
		text.WriteString(" " + poolName(c.Pool) + " | |")
	}
	text.WriteString("\n|---:|---:|" + strings.Repeat("---:|---|", len(shown)) + "\n")
	for i, p := range shown[0].Points {
		fmt.Fprintf(&text, "| %s | %s |", Bytes(p.Size), figure.Quantity(p.Alone.Median, figure.Seconds))
		for _, c := range shown {
			p := c.Points[i]
			fmt.Fprintf(&text, " %s, %s | %s |", figure.Quantity(p.Pooled.Median, figure.Seconds), figure.Times(p.Ratio), p.Verdict)
		}
		text.WriteString("\n")
	}
	return text.String()
}

// widest returns the interval that is the widest relative to its median.
func widest(curves []Curve) string {
	worst, text := 0.0, "not known with so few rounds"
	for _, c := range curves {
		for _, p := range c.Points {
			if width := (p.Ratio.High - p.Ratio.Low) / p.Ratio.Median; p.Ratio.Known() && width > worst {
				worst = width
				text = fmt.Sprintf("%s, for %s of %s %s", figure.Times(p.Ratio), poolName(c.Pool), Bytes(p.Size), heapName(c.Heap))
			}
		}
	}
	return text
}

// overhead is the range of what a lease takes by the time of a sync.Pool.
func overhead(section *summary.Section) (string, error) {
	low, high := math.Inf(1), math.Inf(-1)
	for _, row := range section.Rows {
		ratio, err := row.Ratio("rcpool", "sync", figure.Seconds)
		if err != nil {
			return "", err
		}
		low, high = min(low, ratio.Median), max(high, ratio.Median)
	}
	return figure.Factor(low) + " to " + figure.Factor(high), nil
}

// smallest says what rcpool saves, or costs, with the smallest object.
func smallest(curves []Curve) string {
	var texts []string
	for _, c := range curves {
		if c.Pool != "rcpool" {
			continue
		}
		p, verb := c.Points[0], "saves"
		difference := p.Alone.Median - p.Pooled.Median
		if difference < 0 {
			verb, difference = "costs", -difference
		}
		texts = append(texts, fmt.Sprintf("%s rcpool %s %s per use at %s", heapName(c.Heap), verb, figure.Quantity(difference, figure.Seconds), Bytes(p.Size)))
	}
	return strings.Join(texts, ", ")
}
