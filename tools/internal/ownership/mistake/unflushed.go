package mistake

import "github.com/rcpool/rcpool/tools/internal/ownership/fate"

// A bufio.Writer has to be flushed before it goes back to its pool.
var _ = newProtocol(Protocol{
	Doc: Doc{
		ID: "unflushed", Name: "Unflushed", Level: "error",
		Summary: "a bufio.Writer is released before it is flushed",
		Text: `A bufio.Writer was written to, and goes back to its pool before Flush: the end of what
was written is lost. rcvet reports it if no path through the function flushes the
Writer, and no other code can.`,
		Imports: "bufio",
		Wrong: `var writers = sync.Pool{New: func() any { return bufio.NewWriter(nil) }}

func greet(w io.Writer, user string) {
	out := writers.Get().(*bufio.Writer)
	out.Reset(w)
	out.WriteString("hello, ")
	out.WriteString(user)
	writers.Put(out)
}
`,
		Cure: `Call Flush before the release, and look at its error: it is that of all writes.`,
		Right: `var writers = sync.Pool{New: func() any { return bufio.NewWriter(nil) }}

func greet(w io.Writer, user string) error {
	out := writers.Get().(*bufio.Writer)
	defer writers.Put(out)
	out.Reset(w)
	out.WriteString("hello, ")
	out.WriteString(user)
	return out.Flush()
}
`,
	},
	Text: func(name string) string { return name + " is released before it is flushed" },
	Step: func(c Call) fate.Step {
		if !c.Is("bufio.Writer") {
			return fate.Unknown
		}
		switch c.Method() {
		case "Write", "WriteByte", "WriteRune", "WriteString", "ReadFrom":
			return fate.Pending
		case "Flush":
			return fate.Settled
		case "Available", "AvailableBuffer", "Buffered", "Reset", "Size":
			return fate.Idle
		}
		if writesTo(c) {
			return fate.Pending
		}
		return fate.Unknown
	},
})
