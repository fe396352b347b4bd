//go:build !race

package magazine

import (
	"fmt"
	"hash/maphash"
	"math/bits"
	"testing"
)

// The tests of this file explore every interleaving of what goroutines do to a
// store, with a model of the code. Pinned code goes in steps of one load or
// store. Between the steps of a goroutine that has the lock of the depot, others
// run pinned code, or use a stock that they have found before. A collection may
// free the stock that is set aside whenever nobody is pinned, because it stops
// the world. Caches have room for two objects, the latest and another one, since
// filling and emptying them by half is more of the same steps on the same P. Stocks
// have one bin.
//
// The model knows which goroutine has which object, and what is stored where.
// Whenever all goroutines rest, each object must be in one place, or have been
// dropped with a stock.

func TestModel_EveryInterleaving(t *testing.T) {
	for _, size := range []size{
		{goroutines: 1, ops: 4, asides: 3, grows: true},
		{goroutines: 1, ops: 6, asides: 1},
		{goroutines: 2, ops: 2, asides: 2, grows: true},
		{goroutines: 3, ops: 1, asides: 2, grows: true},
		{goroutines: 2, ops: 3, asides: 1},
	} {
		if testing.Short() && size.goroutines*size.ops > 4 {
			continue
		}
		var e explorer
		e.explore(size)
		if e.failure != "" {
			t.Errorf("%+v: %s", size, e.failure)
		}
		t.Logf("%+v: %d worlds", size, len(e.seen))
	}
}

// An exploration that finds nothing wrong with a broken protocol proves nothing.
func TestModel_MutationsAreNoticed(t *testing.T) {
	for name, broken := range map[string]mutation{
		"a goroutine is not pinned":                          {unpinned: true},
		"a goroutine is unpinned too early":                  {unpinEarly: true},
		"move empties a cache of another P":                  {moveAny: true},
		"a stock is set aside, but its caches stay in use":   {keepShown: true},
		"a stock that was set aside is forgotten":            {forgetAside: true},
		"objects that were moved are not given to the depot": {loseMoved: true},
		"the latest object is got, but stays":                {keepLatest: true},
		"a put overwrites the latest object":                 {overwrite: true},
	} {
		e := explorer{mutation: broken}
		e.explore(size{goroutines: 2, ops: 3, asides: 2})
		if e.failure == "" {
			t.Errorf("%s: not noticed in %d worlds", name, len(e.seen))
		}
	}
}

// A size limits an exploration. asides is how often a stock may be set aside, and
// grows whether GOMAXPROCS may grow once.
type size struct {
	goroutines, ops, asides int
	grows                   bool
}

type mutation struct {
	unpinned, unpinEarly, moveAny, keepShown, forgetAside, loseMoved, keepLatest, overwrite bool
}

const (
	ps      = 2
	none    = -1
	objects = 3 // that are made
)

// A set is a set of objects.
type set uint8

func (s *set) take() int8 {
	x := int8(bits.TrailingZeros8(uint8(*s)))
	*s &^= 1 << x
	return x
}

func (s set) has(x int8) bool { return s&(1<<x) != 0 }

type modelCache struct {
	latest int8 // the object that was put last, or none
	n, x   int8 // x is the other object in it, or none
	open   bool
}

// contents returns the objects in c that nobody is taking.
func (c modelCache) contents() (all set) {
	if c.latest != none {
		all |= 1 << c.latest
	}
	if c.n > 0 && c.x != none {
		all |= 1 << c.x
	}
	return all
}

type modelStock struct {
	used    bool // has begun
	caches  [ps]modelCache
	cached  bool // has caches
	objects set
	last    int8
}

// A goroutine is somewhere in an operation.
type goroutine struct {
	ops   int8 // that it may still begin
	at    step
	put   bool // or else get
	p     int8 // that it is pinned to
	head  int8 // the stock whose caches it has loaded
	stock int8 // the stock that it has found
	n, x  int8 // what it has loaded, or is about to put
	y     int8 // put: the object that was put before
	held  set
	batch set
	early bool // is unpinned already; see mutation
}

type step uint8

const (
	resting        step = iota
	pinning             // next it pins itself
	loading             // next it loads Store.caches
	looking             // next it loads the latest object
	taking              // get: next it clears the place of the latest object
	counting            // next it loads n of the cache
	reading             // get: next it loads the other object
	clearing            // get: next it clears the place
	writing             // put: next it stores what was the latest object
	storing             // next it stores n
	setting             // put: next it stores the latest object
	unpinning           // has what it wanted
	leaving             // next it is unpinned, to visit the depot
	locking             // next it takes the lock of the depot
	moving              // has the lock; next it is pinned to move
	moveReading         // next it loads what the cache of the last stock has
	moveClearing        // next it clears there
	moveOpening         // next it opens its cache and is unpinned
	pushing             // next it pushes what it has moved, and gives the lock back
	exchanging          // next it pops from the stock it has found, or pushes
	exchangingLast      // next it pops from the last stock
)

// A world is a state of everything.
type world struct {
	shown, current, aside int8 // stocks
	lock                  int8 // the goroutine that has it
	stocks                [5]modelStock
	goroutines            [3]goroutine
	made                  int8
	dropped               set  // with a stock
	asides, grows         int8 // that may still happen
}

type explorer struct {
	mutation
	seen    map[[2]uint64]struct{}
	failure string
}

func (e *explorer) explore(s size) {
	e.seen = map[[2]uint64]struct{}{}
	w := world{shown: none, current: none, aside: none, lock: none, asides: int8(s.asides)}
	if s.grows {
		w.grows = 1
	}
	for i := range w.goroutines {
		w.goroutines[i] = goroutine{p: none, head: none, stock: none}
		if i < s.goroutines {
			w.goroutines[i].ops = int8(s.ops)
		}
	}
	todo := []world{w}
	for len(todo) > 0 && e.failure == "" {
		w := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		w.forget()
		name := w.name()
		if _, ok := e.seen[name]; ok {
			continue
		}
		e.seen[name] = struct{}{}
		e.check(&w)
		add := func(next world) { todo = append(todo, next) }
		e.collect(w, add)
		for i := range w.goroutines {
			e.step(w, i, add)
		}
	}
}

func (e *explorer) fail(format string, args ...any) {
	if e.failure == "" {
		e.failure = fmt.Sprintf(format, args...)
	}
}

// check holds a world at rest against what must be true.
func (e *explorer) check(w *world) {
	if w.lock == none && w.shown != none && w.shown != w.current {
		e.fail("caches are in use that are not those of the current stock")
	}
	for i := range w.goroutines {
		if w.goroutines[i].at != resting {
			return
		}
	}
	var found set
	count := func(s set) {
		if found&s != 0 {
			e.fail("an object is in two places: %+v", *w)
		}
		found |= s
	}
	for _, g := range w.goroutines {
		count(g.held)
	}
	for i := range w.stocks {
		if w.reachable(int8(i)) {
			for _, s := range w.stocks[i].contents() {
				count(s)
			}
		}
	}
	if lost := set(1<<w.made-1) &^ found &^ w.dropped; lost != 0 {
		e.fail("an object is lost: %+v", *w)
	}
}

func (g *modelStock) contents() (all []set) {
	all = append(all, g.objects)
	for _, c := range g.caches {
		all = append(all, c.contents())
	}
	return all
}

// reachable reports whether the depot has the stock.
func (w *world) reachable(i int8) bool {
	g := w.current
	if g == none {
		g = w.aside
	}
	return g != none && (g == i || w.stocks[g].last == i)
}

// forget makes the stocks that nobody knows any more equal, so that their numbers
// are free again.
func (w *world) forget() {
	for i := range w.stocks {
		known := w.reachable(int8(i))
		for _, g := range w.goroutines {
			known = known || g.head == int8(i) || g.stock == int8(i) || g.stock != none && w.stocks[g.stock].last == int8(i)
		}
		if !known {
			w.stocks[i] = modelStock{}
		}
	}
}

// name returns a hash of w that no other world has but by a chance of 1 in 2^64.
func (w *world) name() [2]uint64 {
	return [2]uint64{maphash.Comparable(seeds[0], *w), maphash.Comparable(seeds[1], *w)}
}

var seeds = [2]maphash.Seed{maphash.MakeSeed(), maphash.MakeSeed()}

// after notes what is gone after a change, if the stocks that were reachable
// before are not any more.
func (w *world) after(change func()) {
	var before [len(w.stocks)]bool
	for i := range w.stocks {
		before[i] = w.reachable(int8(i))
	}
	change()
	for i := range w.stocks {
		if before[i] && !w.reachable(int8(i)) {
			for _, s := range w.stocks[i].contents() {
				w.dropped |= s
			}
		}
	}
}

func (w *world) pinned() bool {
	for _, g := range w.goroutines {
		if g.p != none {
			return true
		}
	}
	return false
}

// collect is what may happen at any time beside what goroutines do.
func (e *explorer) collect(w world, add func(world)) {
	if w.lock != none {
		return
	}
	if w.current != none && w.asides > 0 { // after a collection
		next := w
		next.asides--
		next.aside, next.current = next.current, none
		if !e.keepShown {
			next.shown = none
		}
		if e.forgetAside {
			next.aside = w.aside
		}
		add(next)
	}
	if w.current == none && w.aside != none && !w.pinned() { // a collection
		next := w
		next.after(func() { next.aside = none })
		add(next)
	}
}

// begin is depot.begin.
func (e *explorer) begin(w *world, last int8) bool {
	for i := range w.stocks {
		if !w.stocks[i].used {
			w.after(func() {
				if last != none {
					w.stocks[last].last = none
				}
				w.stocks[i] = modelStock{used: true, last: last}
				for p := range ps {
					w.stocks[i].caches[p] = modelCache{latest: none, x: none}
				}
				w.current = int8(i)
			})
			return true
		}
	}
	return false
}

// step adds the worlds after the next step of goroutine i.
func (e *explorer) step(w world, i int, add func(world)) {
	g := &w.goroutines[i]
	var c *modelCache
	if g.p != none && g.head != none {
		c = &w.stocks[g.head].caches[g.p]
	}
	switch g.at {
	case resting:
		if g.ops == 0 {
			return
		}
		g.ops--
		g.at = pinning
		g.put, g.x = false, none
		add(w)
		if g.held != 0 {
			g.put, g.x = true, g.held.take()
			add(w)
		}
	case pinning:
		e.pin(w, i, loading, add)
	case loading:
		g.head = w.shown
		g.at = looking
		if g.head == none {
			g.at = leaving
		}
		add(w)
	case looking:
		switch {
		case !g.put:
			g.x = c.latest
			g.at = taking
		case c.latest != none && !e.overwrite:
			g.y = c.latest
			g.at = counting
		case c.open:
			g.at = setting
		default:
			g.at = leaving
		}
		add(w)
	case taking:
		if e.unpinsEarly(&w, g, add) {
			return
		}
		if !e.keepLatest {
			c.latest = none
		}
		g.at = unpinning
		if g.x == none {
			g.at = counting
		}
		add(w)
	case counting:
		g.n = c.n
		switch {
		case g.put && (g.n == 1 || !c.open) || !g.put && g.n == 0:
			g.at = leaving
		case g.put:
			g.at = writing
		default:
			g.at = reading
		}
		add(w)
	case reading:
		g.x = c.x
		g.at = clearing
		add(w)
	case clearing:
		c.x = none
		g.at = storing
		add(w)
	case writing:
		c.x = g.y
		g.at = storing
		add(w)
	case storing:
		c.n = 1 - g.n
		g.at = unpinning
		if g.put {
			g.at = setting
		}
		add(w)
	case setting:
		if e.unpinsEarly(&w, g, add) {
			return
		}
		c.latest = g.x
		if !w.reachable(g.head) {
			w.dropped |= 1 << g.x // with its cache
		}
		g.at = unpinning
		add(w)
	case unpinning:
		g.p = none
		e.finish(w, i, add)
	case leaving:
		g.p, g.head = none, none
		g.at = locking
		add(w)
		if w.current != none { // it has a cache
			g.at, g.stock = exchanging, w.current
			add(w)
		}
	default:
		e.visit(w, i, add)
	}
}

// unpinsEarly adds the world where g is unpinned before its last store to the cache,
// and reports true, if that is the mutation.
func (e *explorer) unpinsEarly(w *world, g *goroutine, add func(world)) bool {
	if !e.unpinEarly || g.early {
		return false
	}
	g.early = true
	add(*w)
	return true
}

// visit is the part of step that is about visits to the depot.
func (e *explorer) visit(w world, i int, add func(world)) {
	g := &w.goroutines[i]
	switch g.at {
	case locking:
		if w.lock != none {
			return
		}
		w.lock = int8(i)
		g.at = moving
		if w.current != none {
			add(w)
			return
		}
		if w.aside != none {
			taken := w
			taken.current = taken.aside
			if taken.stocks[taken.current].cached {
				taken.shown = taken.current
			}
			add(taken)
		}
		if e.begin(&w, w.aside) {
			add(w)
		}
	case moving:
		regular := w // which does not move
		regular.goroutines[i].at = pushing
		add(regular)
		e.pin(w, i, moveReading, add)
		if s := &w.stocks[w.current]; !s.cached {
			s.cached = true
			w.shown = w.current
			e.pin(w, i, moveReading, add)
		}
		if w.grows > 0 && w.stocks[w.current].cached { // GOMAXPROCS has grown
			w.grows--
			if last := w.stocks[w.current].last; last != none {
				w.stocks[w.current].objects |= w.stocks[last].objects
				w.stocks[last].objects = 0
			}
			if e.begin(&w, w.current) {
				w.stocks[w.current].cached = true
				w.shown = w.current
				w.goroutines[i].at = pushing
				add(w)
			}
		}
	case moveReading:
		from := w.stocks[w.current].last
		for p := range int8(ps) {
			if p == g.p || e.moveAny {
				next := w
				n := &next.goroutines[i]
				n.at = moveOpening
				if from != none {
					n.n, n.at = p, moveClearing
					n.batch |= next.stocks[from].caches[p].contents()
				}
				add(next)
			}
		}
	case moveClearing:
		c := &w.stocks[w.stocks[w.current].last].caches[g.n]
		c.latest, c.n, c.x = none, 0, none
		g.at = moveOpening
		add(w)
	case moveOpening:
		if w.stocks[w.current].cached {
			w.stocks[w.current].caches[g.p].open = true
		}
		g.p = none
		g.at = pushing
		add(w)
	case pushing:
		if last := w.stocks[w.current].last; last != none && !e.loseMoved {
			w.stocks[last].objects |= g.batch
		}
		g.batch = 0
		w.lock = none
		g.at, g.stock = exchanging, w.current
		add(w)
	case exchanging:
		s := &w.stocks[g.stock]
		switch {
		case g.put:
			s.objects |= 1 << g.x
			if !w.reachable(g.stock) {
				w.dropped |= 1 << g.x // with its stock
			}
			e.finish(w, i, add)
		case s.objects != 0:
			g.x = s.objects.take()
			e.finish(w, i, add)
		default:
			g.at = exchangingLast
			add(w)
		}
	case exchangingLast:
		switch last := w.stocks[g.stock].last; {
		case last != none && w.stocks[last].objects != 0:
			g.x = w.stocks[last].objects.take()
		case w.made < objects:
			g.x = w.made
			w.made++
		}
		e.finish(w, i, add)
	}
}

// pin adds the worlds where goroutine i is pinned to one of the Ps.
func (e *explorer) pin(w world, i int, then step, add func(world)) {
	for p := range int8(ps) {
		free := true
		for _, g := range w.goroutines {
			free = free && (g.p != p || e.unpinned || g.early)
		}
		if free {
			next := w
			next.goroutines[i].p = p
			next.goroutines[i].at = then
			add(next)
		}
	}
}

// finish ends the operation of goroutine i.
func (e *explorer) finish(w world, i int, add func(world)) {
	g := &w.goroutines[i]
	if !g.put && g.x != none {
		for _, other := range w.goroutines {
			if other.held.has(g.x) {
				e.fail("an object was handed out twice: %+v", w)
			}
		}
		g.held |= 1 << g.x
		w.dropped &^= 1 << g.x
	}
	*g = goroutine{ops: g.ops, held: g.held, p: none, head: none, stock: none}
	add(w)
}
