package rcpool

import (
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
	"time"
	"unsafe"
	"weak"
)

// Counting leases in shared counters would cost more than the leases. Instead
// every slot has a line of its own, where whoever owns the slot notes the word
// of the lease that begins and of the lease that ended, with plain stores into
// a cache line that is his. Whoever wants the counts adds up the lines.
//
// The lines must outlast the slots, for slots die whenever a garbage
// collection empties the inner pool, and what they counted shall not be lost;
// and they must not keep the slots alive. So lines live on pages, which the
// ledger holds; slots point to their lines, never the other way; and all slots
// of a page share a bookmark. When the last of them is gone, so is the
// bookmark, and its cleanup adds the page up and drops it.

// A line is what a slot counts. Generations are their own counters: a lease of
// generation g is the slot's lease number g+1.
type line struct {
	begun plainWord // the word of the last lease that began
	ended plainWord // the generation after that of the last lease that ended, perhaps | resetting

	// due is the word from which on Get takes the long way; see draw. It is here
	// so that SetChecking finds it.
	due atomic.Uint64
	// record is the checked lease of the slot. It is how Leases finds it: a
	// list would need a lock, which under the race detector would order all
	// leases and hide the races of the program.
	record atomic.Pointer[record]
	_      [cacheLine - 24 - unsafe.Sizeof(uintptr(0))]byte
}

const (
	cacheLine = 64
	pageLines = 16
)

// counts are the sums of lines.
type counts struct{ begun, ended, lost, panics uint64 }

// read adds l to c and says whether l is resetting. A line can change while it
// is read: ended first, so that no lease is seen to end before it began.
func (c *counts) read(l *line) bool {
	ended, begun := l.ended.get(), l.begun.get()
	c.ended += uint64(ended >> generationShift)
	if begun != 0 {
		c.begun += uint64(begun>>generationShift) + 1
	}
	return ended&resetting != 0
}

// settle gives the lines that were seen resetting the time that a Reset may
// take, and returns those that still are: their Reset has panicked.
func settle(lines []*line) []*line {
	for start := time.Now(); len(lines) > 0 && time.Since(start) < time.Millisecond; {
		runtime.Gosched()
		lines = slices.DeleteFunc(lines, func(l *line) bool { return l.ended.get()&resetting == 0 })
	}
	return lines
}

type page struct{ lines [pageLines]line }

// A bookmark is where a slot is entered in the books.
type bookmark struct {
	books *ledger
	page  *page
	next  sharedCount // line, of those not given out
}

// A ledger is the books of one pool: all that is counted, and nothing that
// holds on to a slot.
type ledger struct {
	name string

	news     sharedCount
	detached atomic.Uint64
	retired  struct{ keep, misuse, worn, panics, check atomic.Uint64 }

	mu     sync.Mutex
	pages  map[*page]struct{}
	closed counts // of pages whose slots are gone

	panicked map[*line]word // of the pages: what they say since their Reset panicked
}

func newLedger(name string) *ledger {
	l := &ledger{name: name, pages: map[*page]struct{}{}}
	registry.add(l)
	return l
}

// enter gives a fresh slot its line. current is the pool's open bookmark: the
// pool holds it, not the ledger, so that it can die with the pool.
func (l *ledger) enter(current *atomic.Pointer[bookmark]) (*bookmark, *line) {
	l.news.increment()
	for {
		b := current.Load()
		if b != nil {
			if i := b.next.increment() - 1; i < pageLines {
				return b, &b.page.lines[i]
			}
		}
		l.turn(current, b)
	}
}

// turn opens a new page, unless somebody else did since full was the current
// one.
func (l *ledger) turn(current *atomic.Pointer[bookmark], full *bookmark) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if current.Load() != full {
		return
	}
	b := &bookmark{books: l, page: new(page)}
	l.pages[b.page] = struct{}{}
	runtime.AddCleanup(b, l.close, b.page)
	current.Store(b)
}

// close adds up a page whose slots are all gone. A lease that did not end by
// then was lost.
func (l *ledger) close(p *page) {
	l.mu.Lock()
	defer l.mu.Unlock()
	delete(l.pages, p)
	for i := range p.lines {
		delete(l.panicked, &p.lines[i])
		before := l.closed
		if l.closed.read(&p.lines[i]) {
			l.closed.panics++
		}
		l.closed.lost += (l.closed.begun - before.begun) - (l.closed.ended - before.ended)
	}
}

// eachLine calls f for the line of every slot that there may be.
func (l *ledger) eachLine(f func(*line)) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.eachLineLocked(f)
}

func (l *ledger) eachLineLocked(f func(*line)) {
	for p := range l.pages {
		for i := range p.lines {
			f(&p.lines[i])
		}
	}
}

func (l *ledger) stats() Stats {
	detached := l.detached.Load() // before ended: a detached lease has ended
	news := l.news.load()         // before begun
	l.mu.Lock()
	sum := l.closed
	var doubtful []*line
	l.eachLineLocked(func(of *line) {
		switch resets := sum.read(of); {
		case resets && l.panicked[of] == of.ended.get():
			sum.panics++
		case resets:
			doubtful = append(doubtful, of)
		}
	})
	l.mu.Unlock()
	if panicked := settle(doubtful); len(panicked) > 0 {
		sum.panics += uint64(len(panicked))
		l.remember(panicked)
	}

	s := Stats{
		Name:     l.name,
		Gets:     sum.begun,
		News:     min(news, sum.begun), // an object can be made and not be leased yet
		Releases: sum.ended - detached,
		Detached: detached,
		Lost:     sum.lost,
		InUse:    sum.begun - sum.ended - sum.lost,
		RetiredBy: Retirements{
			Keep:   l.retired.keep.Load(),
			Panic:  sum.panics + l.retired.panics.Load(),
			Misuse: l.retired.misuse.Load(),
			Worn:   l.retired.worn.Load(),
			Check:  l.retired.check.Load(),
		},
	}
	r := s.RetiredBy
	s.Retired = r.Keep + r.Panic + r.Misuse + r.Worn + r.Check
	return s
}

// remember spares later calls the wait for lines whose Reset has panicked: they
// say "resetting" of the same lease for ever, since their slots are never leased
// again. (A Reset that was only slow says so of one lease, and then of others.)
func (l *ledger) remember(panicked []*line) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, of := range panicked {
		if l.panicked == nil {
			l.panicked = map[*line]word{}
		}
		l.panicked[of] = of.ended.get()
	}
}

// registry is where All finds the ledgers. It does not keep them alive.
var registry books

type books struct {
	mu      sync.Mutex
	ledgers map[weak.Pointer[ledger]]struct{}
}

func (r *books) add(l *ledger) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.ledgers == nil {
		r.ledgers = map[weak.Pointer[ledger]]struct{}{}
	}
	entry := weak.Make(l)
	r.ledgers[entry] = struct{}{}
	runtime.AddCleanup(l, r.remove, entry)
}

func (r *books) remove(entry weak.Pointer[ledger]) {
	r.mu.Lock()
	defer r.mu.Unlock()
	delete(r.ledgers, entry)
}

func (r *books) live() []*ledger {
	r.mu.Lock()
	defer r.mu.Unlock()
	var live []*ledger
	for entry := range r.ledgers {
		if l := entry.Value(); l != nil {
			live = append(live, l)
		}
	}
	return live
}
