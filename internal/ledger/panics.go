package ledger

import (
	"math"
	"reflect"
	"runtime"
	"slices"
	"strings"

	"github.com/rcpool/rcpool/internal/word"
)

// A counter that says "resetting" is one of an object that is being reset now,
// or one whose Reset has panicked. If no goroutine resets any object, it is the
// latter.

// A reset is what a counter said when it was seen resetting.
type reset struct {
	counter *Counter
	ended   word.Word
}

// over reports whether the reset came to its end.
func (r reset) over() bool { return r.counter.ended.get() != r.ended }

// panicsOf returns how many of the counters, which were seen resetting, do so
// because their Reset has panicked.
func (l *Ledger) panicsOf(counters []*Counter) uint64 {
	if len(counters) == 0 {
		return 0
	}
	known, doubtful := l.sort(counters)
	doubtful = settle(doubtful)
	if len(doubtful) == 0 {
		return uint64(known)
	}
	running := releasing()
	doubtful = slices.DeleteFunc(doubtful, reset.over)
	if running == 0 {
		l.remember(doubtful)
	}
	return uint64(known + max(0, len(doubtful)-running))
}

// learn notes that n resets are known to have panicked. Later looks may find
// fewer, while goroutines release objects of other pools, but a panic that was
// counted is one.
func (l *Ledger) learn(n uint64) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.panics = max(l.panics, n)
}

// sort counts the counters whose Reset is known to have panicked, and returns
// the others.
func (l *Ledger) sort(counters []*Counter) (known int, doubtful []reset) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, c := range counters {
		switch ended := c.ended.get(); {
		case ended&resetting == 0: // by now
		case l.panicked[c] == ended:
			known++
		default:
			doubtful = append(doubtful, reset{c, ended})
		}
	}
	return known, doubtful
}

// settle waits as long as most resets take, and returns those that go on. It
// does not look at the clock, which stands still in a bubble of testing/synctest.
func settle(resets []reset) []reset {
	for n := 0; n < 1000 && len(resets) > 0; n++ {
		runtime.Gosched()
		resets = slices.DeleteFunc(resets, reset.over)
	}
	return resets
}

// remember spares later calls the wait: the slots are never leased again.
func (l *Ledger) remember(panicked []reset) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, r := range panicked {
		if l.panicked == nil {
			l.panicked = map[*Counter]word.Word{}
		}
		l.panicked[r.counter] = r.ended
	}
}

// releasing returns how many calls of Ref.Release, which calls Reset, are on the
// stacks of the goroutines: of any pool, since stacks do not tell. (It sees the
// innermost 32 calls of each goroutine. If there are more and some are of
// Release, those beyond may be, too: then it returns the largest number. A Reset
// that is at work more than 30 calls deep is overlooked.)
func releasing() (n int) {
	stacks := make([]runtime.StackRecord, runtime.NumGoroutine()+100)
	count, ok := runtime.GoroutineProfile(stacks)
	if !ok {
		return math.MaxInt // many have just begun: there is nothing to tell
	}
	known := map[uintptr]bool{}
	for i := range stacks[:count] {
		calls := 0
		stack := stacks[i].Stack()
		for _, pc := range stack {
			is, ok := known[pc]
			if !ok {
				is = isRelease(pc)
				known[pc] = is
			}
			if is {
				calls++
			}
		}
		if calls > 0 && len(stack) == len(stacks[i].Stack0) {
			return math.MaxInt
		}
		n += calls
	}
	return n
}

// isRelease reports whether a return address is in Ref.Release, or in a function
// that is inlined there, or in what does the same for code that is not generic.
func isRelease(pc uintptr) bool {
	frames := runtime.CallersFrames([]uintptr{pc})
	for {
		frame, more := frames.Next()
		name := frame.Function
		if strings.HasPrefix(name, root+".Ref[") && strings.HasSuffix(name, "].Release") || name == root+".(*slot).giveUp" {
			return true
		}
		if !more {
			return false
		}
	}
}

// root is the path of package rcpool.
var root = strings.TrimSuffix(reflect.TypeFor[Ledger]().PkgPath(), "/internal/ledger")
