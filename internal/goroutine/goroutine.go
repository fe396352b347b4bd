// Package goroutine tells what the goroutines of the process are doing.
package goroutine

import (
	"runtime"
	"strconv"
	"strings"
)

// A Goroutine is what one goroutine was doing.
type Goroutine struct {
	State   string // such as "sleep" or "chan receive, 2 minutes"
	Calls   []Call // the innermost first, without those of the runtime
	Creator Call   // the go statement; zero for a goroutine of the runtime
}

// A Call is one call on a stack.
type Call struct {
	Function string // such as "main.(*server).publish"
	File     string
	Line     int
	Inlined  bool // has no frame of its own: it is a part of the call after it
}

// MaxGoroutines is the number of goroutines up to which All looks at them. The
// program stops meanwhile, for some 2 to 10 µs for each goroutine.
const MaxGoroutines = 5000

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
	return parse(string(text[:n])), true
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

// parse reads what runtime.Stack writes:
//
//	goroutine 7 [chan receive, 2 minutes]:
//	main.inlined(...)
//		/src/main.go:11
//	main.(*server).publish(0xc000012345, {0x1, 0x2})
//		/src/main.go:10 +0x1d
//	created by main.main in goroutine 1
//		/src/main.go:20 +0x73
func parse(text string) (all []Goroutine) {
	for paragraph := range strings.SplitSeq(text, "\n\n") {
		header, stack, _ := strings.Cut(paragraph, "\n")
		_, state, ok := strings.Cut(header, "[")
		if !ok || !strings.HasPrefix(header, "goroutine ") {
			continue
		}
		state, _, _ = strings.Cut(state, "]")
		all = append(all, parseStack(state, stack))
	}
	return all
}

func parseStack(state, stack string) Goroutine {
	g := Goroutine{State: state}
	lines := strings.Split(strings.TrimSuffix(stack, "\n"), "\n")
	for i := 0; i+1 < len(lines); i++ {
		if !strings.HasPrefix(lines[i+1], "\t") {
			continue // such as "...additional frames elided..."
		}
		file, line := parsePosition(lines[i+1])
		if creator, ok := strings.CutPrefix(lines[i], "created by "); ok {
			creator, _, _ = strings.Cut(creator, " in goroutine ")
			g.Creator = Call{Function: creator, File: file, Line: line}
		} else {
			function, inlined := parseCall(lines[i])
			g.Calls = append(g.Calls, Call{Function: function, File: file, Line: line, Inlined: inlined})
		}
		i++
	}
	return g
}

// parseCall takes the arguments off a call. Those of an inlined one are "...".
// The name itself can have parentheses, but no argument has.
func parseCall(call string) (function string, inlined bool) {
	if open := strings.LastIndexByte(call, '('); open >= 0 {
		return call[:open], call[open:] == "(...)"
	}
	return call, false
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
