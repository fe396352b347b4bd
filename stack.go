package rcpool

import (
	"fmt"
	"maps"
	"path"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
)

// A Stack is a call stack, innermost call first. It leaves out the calls of the
// runtime, of rcpool, and of packages that called [HideFrames].
type Stack []uintptr

// Site returns the innermost call as "function file:line", or "" if there is
// none.
func (s Stack) Site() string {
	for frame := range s.Frames {
		return siteOf(frame)
	}
	return ""
}

func siteOf(f runtime.Frame) string { return fmt.Sprintf("%s %s:%d", f.Function, f.File, f.Line) }

// String returns the whole stack in the layout of a Go traceback.
func (s Stack) String() string {
	var b strings.Builder
	for frame := range s.Frames {
		fmt.Fprintf(&b, "%s()\n\t%s:%d\n", frame.Function, frame.File, frame.Line)
	}
	return b.String()
}

// brief returns the innermost calls in one line, for a log.
func (s Stack) brief() string {
	const most = 5
	var calls []string
	for frame := range s.Frames {
		if len(calls) == most {
			break
		}
		calls = append(calls, siteOf(frame))
	}
	return strings.Join(calls, " < ")
}

// Frames is an iterator over the calls.
func (s Stack) Frames(yield func(runtime.Frame) bool) {
	for frame := range s.calls {
		if !hidden(frame.Function) && !yield(frame) {
			return
		}
	}
}

// calls is an iterator over all calls, also those that Frames leaves out.
func (s Stack) calls(yield func(runtime.Frame) bool) {
	frames := runtime.CallersFrames(s)
	for more := len(s) > 0; more; {
		var frame runtime.Frame
		if frame, more = frames.Next(); !yield(frame) {
			return
		}
	}
}

// hiddenCalls returns how many calls Frames leaves out before the first that it
// does not, or 0 if it leaves out all.
func (s Stack) hiddenCalls() int {
	return max(0, slices.IndexFunc(s, func(pc uintptr) bool { return !hiddenPackages.hides(pc) }))
}

// symbolPrefix returns how the names of the package's functions begin. The
// linker escapes the dots in the last element of a path.
func symbolPrefix(pkg string) string {
	dir, last := path.Split(pkg)
	return dir + strings.ReplaceAll(last, ".", "%2e") + "."
}

// callers returns the stack of the call into rcpool.
//
// It is marked go:norace, and uses no append of slices, because other goroutines
// read the stack later, and the race detector does not see what orders them.
//
//go:norace
func callers() Stack {
	var pcs [32]uintptr
	stack := make(Stack, runtime.Callers(2, pcs[:]))
	for i := range stack {
		stack[i] = pcs[i]
	}
	return stack
}

// hidden reports whether stacks leave function out. The depth of a call into
// rcpool is not fixed, since Value is inlined and Hold calls Release, so calls
// are told by their names.
func hidden(function string) bool { return isOwn(function) || hiddenPackages.has(function) }

// isOwn reports whether function is one of rcpool, or of the runtime.
func isOwn(function string) bool {
	const own = "github.com/rcpool/rcpool"
	return strings.HasPrefix(function, "runtime.") || strings.HasPrefix(function, own+".") || strings.HasPrefix(function, own+"/internal/")
}

// at returns what a text says before the stack: what happened, such as "Released
// at", and in which function of a package that hides its frames, as in "Released
// by stdpool.(*ByteRef).Append at".
func (s Stack) at(what string) string {
	by := ""
	for frame := range s.calls {
		if hiddenPackages.has(frame.Function) {
			by = path.Base(frame.Function)
		} else if !hidden(frame.Function) {
			break
		}
	}
	if by == "" {
		return what
	}
	return strings.TrimSuffix(what, "at") + "by " + by + " at"
}

// standard reports whether function is one of the standard library, whose import
// paths begin with a name without a dot. So may those of the program.
func standard(function string) bool {
	first, _, _ := strings.Cut(function, "/")
	if first == function { // no slash: a package at the top, such as sync or main
		first, _, _ = strings.Cut(function, ".")
	}
	if strings.Contains(first, ".") || first == "main" {
		return false
	}
	own := mainModule()
	return own == "" || !strings.HasPrefix(function, own+"/") && !strings.HasPrefix(function, own+".")
}

var mainModule = sync.OnceValue(func() string {
	if info, ok := debug.ReadBuildInfo(); ok {
		return info.Main.Path
	}
	return ""
})

// hiddenPackages are the packages that HideFrames was called for.
var hiddenPackages prefixSet

// A prefixSet is read without a lock: a stack may be printed anywhere, and under
// the race detector a lock would order what the program does not.
type prefixSet struct {
	mu     sync.Mutex
	counts map[string]int           // how often HideFrames was called, and not undone
	now    atomic.Pointer[prefixes] // nil before the first call
}

// add counts one call of HideFrames, or takes it back (-1).
func (s *prefixSet) add(prefix string, n int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.counts == nil {
		s.counts = map[string]int{}
	}
	if s.counts[prefix] += n; s.counts[prefix] == 0 {
		delete(s.counts, prefix)
	}
	s.now.Store(&prefixes{all: slices.Sorted(maps.Keys(s.counts))})
}

// has reports whether function belongs to one of the packages.
func (s *prefixSet) has(function string) bool {
	now := s.now.Load()
	return now != nil && now.have(function)
}

// hides reports whether stacks leave out the call that returns to pc. It remembers
// that until the set changes, because to find the function takes longer than to
// take the whole stack.
func (s *prefixSet) hides(pc uintptr) bool {
	now := s.now.Load()
	if now == nil {
		s.now.CompareAndSwap(nil, new(prefixes))
		now = s.now.Load()
	}
	if known, ok := now.known.Load(pc); ok {
		return known.(bool)
	}
	call, _ := runtime.CallersFrames([]uintptr{pc}).Next()
	hides := isOwn(call.Function) || now.have(call.Function)
	now.known.Store(pc, hides)
	return hides
}

// prefixes are what a prefixSet has until it changes.
type prefixes struct {
	all   []string
	known sync.Map // for each call that was asked for, by its return address, whether stacks leave it out
}

func (p *prefixes) have(function string) bool {
	return slices.ContainsFunc(p.all, func(prefix string) bool { return strings.HasPrefix(function, prefix) })
}
