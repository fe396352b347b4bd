package advice

import (
	"fmt"
	"io"
	"math"
	"path"
	"strings"
	"time"
)

// headings are those of the text.
var headings = map[Verdict]string{
	Pool:    "Worth pooling",
	Perhaps: "Worth pooling, if you know who uses it last",
	Instead: "Do something else about it",
	Leave:   "Not worth it, or not yours to pool",
}

// Style marks what stands out, such as on a terminal. The zero Style marks nothing.
type Style struct{ Bold, Plain string }

// Text writes an advice for people, with the first most places of each verdict; 0 means all.
func (a *Advice) Text(w io.Writer, style Style, most int) error {
	var b strings.Builder
	a.head(&b)
	number := 0
	for _, v := range verdicts {
		var of []Item
		for _, item := range a.Items {
			if item.Verdict == v {
				of = append(of, item)
			}
		}
		if len(of) == 0 {
			continue
		}
		fmt.Fprintf(&b, "\n%s%s%s\n", style.Bold, headings[v], style.Plain)
		for i, item := range of {
			number++
			if most > 0 && i >= most {
				if i == most {
					fmt.Fprintf(&b, "\n  … and %d more: see -n.\n", len(of)-most)
				}
				continue
			}
			a.item(&b, number, item)
		}
	}
	a.tail(&b)
	_, err := io.WriteString(w, b.String())
	return err
}

func (a *Advice) head(b *strings.Builder) {
	name := path.Base(strings.ReplaceAll(a.Program, `\`, "/"))
	if a.Program == "" {
		name = "the program"
	}
	if a.Seconds > 0 {
		fmt.Fprintf(b, "%s allocated %s and %s objects a second, for %v", name, bytes(a.Total.Bytes)+"/s", count(a.Total.Objects), round(time.Duration(a.Seconds*float64(time.Second))))
		if a.Load != 1 {
			fmt.Fprintf(b, " (the load and all rates times %.3g)", a.Load)
		}
	} else {
		fmt.Fprintf(b, "%s has allocated %s in %s objects since it started", name, bytes(a.Total.Bytes), count(a.Total.Objects))
	}
	if a.Live != nil {
		if *a.Live < 1<<20 { // a sample or none
			fmt.Fprint(b, "; less than 1 MiB is live")
		} else {
			fmt.Fprintf(b, "; %s are live", bytes(*a.Live))
		}
	}
	fmt.Fprintln(b, ".")
	if a.Cost != nil {
		fmt.Fprintf(b, "To allocate and collect all of it takes %s of one processor: the most that pools can save.\n", a.Cost)
		fmt.Fprintf(b, "A change counts as worth it from %s (-worth).\n", percent(a.Worth))
	}
	switch {
	case len(a.Modules) > 0:
		fmt.Fprintf(b, "Yours is the code of %s.\n", strings.Join(a.Modules, ", "))
	default:
		fmt.Fprintln(b, "Yours is all code that is not of the standard library or of a downloaded module; -module says it better.")
	}
	if a.Source != "" {
		fmt.Fprintf(b, "Lifetimes are not known: %s.\n", a.Source)
	}
	for _, remark := range a.Remarks {
		fmt.Fprintln(b, wrap(remark, ""))
	}
}

func (a *Advice) item(b *strings.Builder, number int, item Item) {
	fmt.Fprintf(b, "\n%3d. %s of the bytes: %s\n", number, percent(item.Amount.Share), item.What)
	rate := fmt.Sprintf("%s in %s objects", bytes(item.Amount.Bytes), count(item.Amount.Objects))
	if a.Seconds > 0 {
		rate = fmt.Sprintf("%s/s, %s objects/s", bytes(item.Amount.Bytes), count(item.Amount.Objects))
	}
	if item.Uses > 0 {
		rate += fmt.Sprintf(", in about %s uses of %s", figure(item.Uses), bytes(item.Amount.Bytes/item.Uses))
	} else {
		rate += ", mostly of " + bytes(item.Size)
	}
	fmt.Fprintf(b, "     %s", rate)
	if item.Error > 0 {
		fmt.Fprintf(b, " (±%s)", percent(min(item.Error, 1)))
	}
	if item.Saves != nil {
		fmt.Fprintf(b, "; a pool saves %s of one processor", item.Saves)
	} else if item.Cost != nil && item.Verdict == Instead {
		fmt.Fprintf(b, "; it costs %s of one processor", item.Cost)
	}
	fmt.Fprintln(b)
	a.place(b, item)
	if item.Inner != "" && item.Inner != item.Function {
		fmt.Fprintf(b, "     allocated in %s\n", short(item.Inner))
	}
	for i, c := range item.Callers {
		if c.Share < 0.05 {
			break
		}
		if i == 0 {
			fmt.Fprint(b, "     called from ")
		} else {
			fmt.Fprint(b, ", ")
		}
		fmt.Fprintf(b, "%s:%d (%s)", path.Base(c.File), c.Line, percent(c.Share))
		if i == len(item.Callers)-1 || item.Callers[i+1].Share < 0.05 {
			fmt.Fprintln(b)
		}
	}
	if l := item.Lifetime; l != nil {
		fmt.Fprintf(b, "     lifetime: %s", l.Fate)
		if l.Why != "" && a.Source == "" {
			fmt.Fprintf(b, ": %s", l.Why)
		}
		fmt.Fprintln(b)
	}
	fmt.Fprintln(b, wrap(item.Why, "     "))
	if item.Pool != "" {
		fmt.Fprintf(b, "     Use %s:\n", item.Pool)
	}
	for line := range strings.Lines(item.Code) {
		fmt.Fprintln(b, strings.TrimRight("         "+line, " \n"))
	}
}

// place writes where an item is allocated, and where it is made if that differs.
func (a *Advice) place(b *strings.Builder, item Item) {
	if !item.Yours {
		fmt.Fprintf(b, "     in %s\n", packageOf(item.Function))
		return
	}
	where := ""
	if m := item.Made; m != nil {
		fmt.Fprintf(b, "     made at %s:%d in %s\n", a.shortFile(m.File), m.Line, short(m.Function))
		where = "used at "
	}
	fmt.Fprintf(b, "     %s%s:%d in %s", where, a.shortFile(item.File), item.Line, short(item.Function))
	if len(item.Lines) > 0 {
		fmt.Fprintf(b, ", also line %s", strings.Trim(strings.ReplaceAll(fmt.Sprint(item.Lines), " ", ", "), "[]"))
	}
	fmt.Fprintln(b)
}

func (a *Advice) tail(b *strings.Builder) {
	fmt.Fprintln(b)
	if a.Places > 0 {
		fmt.Fprintf(b, "%d more places have %s of the bytes together, each too little to matter.\n", a.Places, percent(a.Rest.Share))
	}
	switch {
	case a.Saved.Bytes == 0 && a.SavedIf.Bytes == 0:
		fmt.Fprintln(b, "Nothing here is worth a pool.")
	default:
		fmt.Fprintf(b, "What is worth pooling has %s of the bytes", percent(a.Saved.Share))
		if a.SavedIf.Bytes > 0 {
			fmt.Fprintf(b, "; with what is worth it perhaps, %s", percent(a.Saved.Share+a.SavedIf.Share))
		}
		fmt.Fprintln(b, ". Change one place at a time, and measure before and after.")
	}
	fmt.Fprintln(b, wrap("The costs are those of "+a.Model+", from a small heap to one with a million pointers. They come from loops with warm caches: in the services that were tried, changes saved about twice the higher figure.", ""))
}

// shortFile returns a file as it is called below the source, or below the
// downloaded modules.
func (a *Advice) shortFile(file string) string {
	if rest, ok := strings.CutPrefix(file, a.dir+"/"); ok && a.dir != "" {
		return rest
	}
	if _, rest, ok := strings.Cut(file, "/pkg/mod/"); ok {
		return rest
	}
	for _, module := range a.Modules { // built with -trimpath
		if rest, ok := strings.CutPrefix(file, module+"/"); ok {
			return rest
		}
	}
	return file
}

// String returns a range of processor time.
func (r Range) String() string {
	low, high := percent(r.Low), percent(r.High)
	if low == high {
		return high
	}
	return low + " to " + high
}

// percent writes a share with two digits.
func percent(share float64) string {
	switch p := 100 * share; {
	case p == 0:
		return "0 %"
	case p < 0.001:
		return "less than 0.001 %"
	case p >= 10:
		return fmt.Sprintf("%.0f %%", p)
	default:
		return fmt.Sprintf("%.*f %%", max(0, 1-int(math.Floor(math.Log10(p)))), p)
	}
}

// bytes writes a size.
func bytes(n float64) string {
	unit := 0
	for n >= 1024 && unit < 4 {
		n /= 1024
		unit++
	}
	return figure(n) + [...]string{" B", " KiB", " MiB", " GiB", " TiB"}[unit]
}

// count writes a number.
func count(n float64) string {
	switch {
	case n >= 1e6:
		return figure(n/1e6) + " million"
	case n >= 1e4:
		return figure(n/1e3) + "k"
	}
	return figure(n)
}

func figure(n float64) string {
	if n >= 100 || n == math.Trunc(n) {
		return fmt.Sprintf("%.0f", n)
	}
	return fmt.Sprintf("%.3g", n)
}

func round(d time.Duration) time.Duration {
	if d >= 10*time.Second {
		return d.Round(time.Second)
	}
	return d.Round(10 * time.Millisecond)
}

// short returns a function with the last element of the path of its package.
func short(function string) string {
	function = plain(function)
	return function[strings.LastIndex(function, "/")+1:]
}

// wrap breaks a text into lines of 100 bytes, each with an indent.
func wrap(text, indent string) string {
	var b strings.Builder
	width := 0
	for i, word := range strings.Fields(text) {
		switch {
		case i == 0:
			b.WriteString(indent)
			width = len(indent)
		case width+1+len(word) > 100:
			b.WriteString("\n" + indent)
			width = len(indent)
		default:
			b.WriteByte(' ')
			width++
		}
		b.WriteString(word)
		width += len(word)
	}
	return b.String()
}
