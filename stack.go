package rcpool

import (
	"fmt"
	"runtime"
	"strings"
)

// A Stack is a call stack, innermost call first, without the calls of rcpool
// and of the runtime.
type Stack []uintptr

// Site is the innermost call: function, file and line.
func (s Stack) Site() string {
	for frame := range s.Frames {
		return fmt.Sprintf("%s %s:%d", frame.Function, frame.File, frame.Line)
	}
	return ""
}

// String is the whole stack in the layout of a Go traceback.
func (s Stack) String() string {
	var b strings.Builder
	for frame := range s.Frames {
		fmt.Fprintf(&b, "%s()\n\t%s:%d\n", frame.Function, frame.File, frame.Line)
	}
	return b.String()
}

// brief returns the innermost calls in one line, for a log.
func (s Stack) brief() string {
	var b strings.Builder
	calls := 0
	for frame := range s.Frames {
		if calls == 5 {
			break
		}
		if calls++; calls > 1 {
			b.WriteString(" < ")
		}
		fmt.Fprintf(&b, "%s %s:%d", frame.Function, frame.File, frame.Line)
	}
	return b.String()
}

// Frames yields the calls; range over it.
func (s Stack) Frames(yield func(runtime.Frame) bool) {
	if len(s) == 0 {
		return
	}
	frames := runtime.CallersFrames(s)
	for {
		frame, more := frames.Next()
		if !hidden(frame.Function) && !yield(frame) || !more {
			return
		}
	}
}

// callers returns the stack of the call into rcpool.
func callers() Stack {
	var pcs [32]uintptr
	return append(Stack(nil), pcs[:runtime.Callers(2, pcs[:])]...)
}

// hidden reports whether stacks leave function out: it is one of this library's
// (Value is inlined, and Hold calls Release, so the depth of the call into
// rcpool is not fixed), or of the runtime's, such as the one that panics or ends
// a goroutine.
func hidden(function string) bool {
	if strings.HasPrefix(function, "runtime.") {
		return true
	}
	in, ok := strings.CutPrefix(function, "github.com/rcpool/rcpool")
	if !ok {
		return false
	}
	for _, pkg := range ownPackages {
		if strings.HasPrefix(in, pkg) {
			return true
		}
	}
	return false
}

// ownPackages are the packages that call this one on behalf of the user. The
// dot keeps their tests out.
var ownPackages = []string{".", "/internal/", "/classic.", "/rchttp.", "/stdpool.",
	"/adapters/internal/lent.", "/adapters/rcgrpc.", "/adapters/rckgo.", "/adapters/rchttputil.", "/adapters/rcarrow."}
