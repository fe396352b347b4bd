// Package goroutine tells what the goroutines of the process are doing.
package goroutine

import (
	"runtime"
	"slices"
	"strconv"
	"strings"
)

// A Goroutine is what one goroutine was doing.
type Goroutine struct {
	ID      int
	State   string // such as "sleep" or "chan receive, 2 minutes"
	Calls   []Call // the innermost first, without those of the runtime
	Creator Call   // the go statement; zero for a goroutine of the runtime
	Parent  int    // the ID of the goroutine with that go statement, or 0
	Fresh   bool   // it has not run yet
}

// A Call is one call on a stack.
type Call struct {
	Function string // such as "main.(*server).publish"
	File     string
	Line     int
	Inlined  bool // has no frame of its own: it is a part of the call after it

	args string // as the runtime writes them
}

// HasPointerInto reports whether one of the arguments of the call is a number
// from base to before base+size, as a pointer to an object of that size would
// be. Of an argument that is out of use it sees the last value. It does not see
// those of an inlined call, nor those that the call has not kept, nor any beyond
// the tenth word.
func (c *Call) HasPointerInto(base, size uintptr) bool {
	for arg := range strings.FieldsFuncSeq(c.args, func(r rune) bool { return strings.ContainsRune(", {}", r) }) {
		digits, ok := strings.CutPrefix(arg, "0x")
		if n, err := strconv.ParseUint(digits, 16, 64); ok && err == nil && uintptr(n)-base < size { // "0x1?" is not known for certain
			return true
		}
	}
	return false
}

// MaxGoroutines is the number of goroutines up to which All looks at them. The
// program stops meanwhile, for some 2 to 20 µs for each goroutine.
const MaxGoroutines = 1000

const (
	textOfOne = 2 << 10 // bytes that the text of a goroutine rarely exceeds
	minText   = 64 << 10
)

// All returns what every goroutine is doing. It fails if there are more than
// MaxGoroutines, or if their stacks are so deep that it could not see all of
// them.
func All() (all []Goroutine, ok bool) {
	n := runtime.NumGoroutine()
	if n > MaxGoroutines {
		return nil, false
	}
	text := make([]byte, max(minText, n*textOfOne))
	n = runtime.Stack(text, true)
	if n == len(text) {
		return nil, false
	}
	return Parse(string(text[:n])), true
}

// Current returns the ID of the calling goroutine.
func Current() int {
	text := make([]byte, 64)
	text = text[:runtime.Stack(text, false)]
	if all := Parse(string(text)); len(all) == 1 {
		return all[0].ID
	}
	return 0
}

// Frame returns the innermost call that has a frame of its own, or nil.
func (g *Goroutine) Frame() *Call {
	for i := range g.Calls {
		if !g.Calls[i].Inlined {
			return &g.Calls[i]
		}
	}
	return nil
}

// Calling reports whether a function on the stack is one that f accepts.
func (g *Goroutine) Calling(f func(function string) bool) bool {
	return slices.ContainsFunc(g.Calls, func(c Call) bool { return f(c.Function) })
}

// Waiting reports whether the goroutine waits for something. One that does not
// may have been interrupted anywhere.
func (g *Goroutine) Waiting() bool {
	state, _, _ := strings.Cut(g.State, ",")
	state, _, _ = strings.Cut(state, " (")
	switch state {
	case "running", "runnable", "preempted", "copystack", "waiting", "???":
		return false // "waiting" has no reason, so it is not known for what
	}
	return true
}

// Parse reads what runtime.Stack writes:
//
//	goroutine 7 [chan receive, 2 minutes]:
//	main.inlined(...)
//		/src/main.go:11
//	main.(*server).publish(0xc000012345, {0x1, 0x2})
//		/src/main.go:10 +0x1d
//	created by main.main in goroutine 1
//		/src/main.go:20 +0x73
func Parse(text string) (all []Goroutine) {
	for paragraph := range strings.SplitSeq(text, "\n\n") {
		header, stack, _ := strings.Cut(paragraph, "\n")
		id, state, ok := strings.Cut(header, "[")
		number, isGoroutine := strings.CutPrefix(id, "goroutine ")
		if !ok || !isGoroutine {
			continue
		}
		g := parseStack(stack)
		g.ID, _ = strconv.Atoi(strings.TrimSpace(number))
		g.State, _, _ = strings.Cut(state, "]")
		all = append(all, g)
	}
	return all
}

func parseStack(stack string) (g Goroutine) {
	lines := strings.Split(strings.TrimSuffix(stack, "\n"), "\n")
	for i := 0; i+1 < len(lines); i++ {
		if !strings.HasPrefix(lines[i+1], "\t") {
			continue // such as "...additional frames elided..."
		}
		file, line := parsePosition(lines[i+1])
		if creator, ok := strings.CutPrefix(lines[i], "created by "); ok {
			creator, parent, _ := strings.Cut(creator, " in goroutine ")
			g.Parent, _ = strconv.Atoi(parent)
			g.Creator = Call{Function: creator, File: file, Line: line}
		} else {
			function, args := parseCall(lines[i])
			if len(g.Calls) == 0 {
				g.Fresh = args != "..." && !strings.Contains(lines[i+1], " +0x") // it is at the entry of the function
			}
			g.Calls = append(g.Calls, Call{Function: function, File: file, Line: line, Inlined: args == "...", args: args})
		}
		i++
	}
	return g
}

// parseCall takes the arguments off a call. Those of an inlined one are "...".
// The name itself can have parentheses, but no argument has.
func parseCall(call string) (function, args string) {
	if open := strings.LastIndexByte(call, '('); open >= 0 {
		return call[:open], strings.TrimSuffix(call[open+1:], ")")
	}
	return call, ""
}

// parsePosition reads "\t/src/main.go:10 +0x1d".
func parsePosition(position string) (file string, line int) {
	position, _, _ = strings.Cut(strings.TrimPrefix(position, "\t"), " +0x")
	colon := strings.LastIndexByte(position, ':')
	if colon < 0 {
		return position, 0
	}
	line, _ = strconv.Atoi(position[colon+1:])
	return position[:colon], line
}
