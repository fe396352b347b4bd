package main

import (
	"fmt"
	"reflect"
	"runtime"
	"sync"
	"sync/atomic"

	"github.com/rcpool/rcpool/lab/bench/peers/pools"
)

// A script is a mistake, and what others do at the same time.
type script struct {
	name  string
	title string
	play  func(*stage)
	fits  func(pools.Peer) bool // nil for all
	traits
}

type traits struct {
	Once      bool // need not be tried again
	Prevented bool // if nothing is to be seen, the pool has prevented the harm
	Control   bool // there is no mistake, so anything that is to be seen is a fault of this program
	Plain     bool // tells nothing under the race detector, where sync.Pool drops much
}

// What the owners write.
const (
	ofCulprit = 0xC0
	ofAlice   = 0xA1
	ofBob     = 0xB0
)

// The stage of one performance. The culprit makes the mistake; Alice and Bob use
// the pool correctly.
type stage struct {
	pool                pools.Pool
	peer                pools.Peer
	culprit, alice, bob *actor
	patient             bool // if a pool does not give out again what was put, do not go on
	reused              bool // it has done so
	attempt             uint64
}

// An address is where a leased object is.
type address struct{ memory, handle atomic.Uintptr }

func (a *address) of(l pools.Lease) {
	memory := reflect.ValueOf(l.Memory()).Pointer()
	handle := uintptr(0)
	if h, ok := l.(pools.Handled); ok {
		handle = h.Handle()
	}
	quietly(func() {
		a.memory.Store(memory)
		a.handle.Store(handle)
	})
}

func (a *address) equals(b *address) (same bool) {
	quietly(func() { same = a.memory.Load() == b.memory.Load() && a.handle.Load() == b.handle.Load() })
	return same
}

// reLease lets the culprit lease and put an object, and Alice lease the same
// object. It reports whether to go on.
func (s *stage) reLease(keep func(pools.Lease), a *pools.Lease) bool {
	var before, after address
	s.culprit.do(func() {
		l := s.pool.Get()
		l.Write(ofCulprit)
		before.of(l)
		keep(l)
		l.Put()
	})
	s.alice.do(func() {
		*a = s.pool.Get()
		(*a).Write(ofAlice)
		after.of(*a)
	})
	if after.equals(&before) {
		s.reused = true
	} else if s.patient {
		s.alice.do(func() { (*a).Put() })
		return false
	}
	return true
}

func countsReferences(p pools.Peer) bool { return p.Counted }

func scripts() []script {
	return []script{
		{"none", "make no mistake", noMistake, nil, traits{Control: true}},
		{"double-put", "put twice, at once", doublePut, nil, traits{}},
		{"double-put-late", "put again, after another user leased the object", doublePutLate, nil, traits{}},
		{"double-put-shared", "put twice, while another holds a reference", doublePutShared, countsReferences, traits{}},
		{"retain-late", "retain after the last put", retainLate, countsReferences, traits{}},
		{"use-handle", "write after the put, through the handle", useAfterPut(throughHandle), nil, traits{}},
		{"use-pointer", "write after the put, to memory that was kept", useAfterPut(throughMemory), nil, traits{}},
		{"read-handle", "read after another user leased the object, through the handle", readLate(throughHandle), nil, traits{}},
		{"read-pointer", "the same, from memory that was kept", readLate(throughMemory), nil, traits{}},
		{"write-handle", "write after another user leased the object, through the handle", writeLate(throughHandle), nil, traits{}},
		{"write-pointer", "the same, to memory that was kept", writeLate(throughMemory), nil, traits{}},
		{"leak", "forget to put", leak, nil, traits{}},
		{"leak-test", "forget to put, in a test", leakInTest, nil, traits{}},
		{"oversized", "put an object that has grown to 32 MiB", oversized, nil, traits{Once: true, Prevented: true, Plain: true}},
		{"dirty", "leave data to the next owner", dirty, nil, traits{Prevented: true}},
		{"foreign", "put an object that is not from the pool", foreign, nil, traits{Prevented: true}},
	}
}

// A lease can be used through what the pool gave for it, or through memory that
// was kept.
type way func(pools.Lease) pools.Memory

func throughHandle(l pools.Lease) pools.Memory { return l }
func throughMemory(l pools.Lease) pools.Memory { return l.Memory() }

// noMistake does what the other scripts do, without a mistake.
func noMistake(s *stage) {
	var h hand
	var a, b pools.Lease
	if !s.reLease(func(pools.Lease) {}, &a) {
		return
	}
	s.culprit.do(func() {
		mistake(func() {
			l := s.pool.Get()
			l.Write(ofCulprit)
			h.give(l)
		})
	})
	s.bob.do(func() {
		b = h.take()
		b.Write(ofBob)
	})
	s.finish(s.alice, &a, ofAlice)
	s.finish(s.bob, &b, ofBob)
}

func doublePut(s *stage) {
	s.culprit.do(func() {
		l := s.pool.Get()
		l.Write(ofCulprit)
		l.Put()
		mistake(l.Put)
	})
	s.twoOwners()
}

// twoOwners lets Alice and Bob lease at the same time.
func (s *stage) twoOwners() {
	var a, b pools.Lease
	s.alice.do(func() {
		a = s.pool.Get()
		a.Write(ofAlice)
	})
	s.bob.do(func() {
		b = s.pool.Get()
		b.Write(ofBob)
	})
	s.finish(s.alice, &a, ofAlice)
	s.finish(s.bob, &b, ofBob)
}

// finish lets an actor check that what it wrote is still there, and put.
func (s *stage) finish(who *actor, l *pools.Lease, wrote uint64) {
	who.do(func() {
		if got := (*l).Read(); got != wrote {
			observe(event{What: harmed, By: who.name, Said: fmt.Sprintf("%s wrote %#x and reads %#x", who.name, wrote, got)})
		}
		(*l).Put()
	})
}

func doublePutLate(s *stage) {
	var c, a, b pools.Lease
	if !s.reLease(func(l pools.Lease) { c = l }, &a) {
		return
	}
	s.culprit.do(func() { mistake(c.Put) })
	s.bob.do(func() {
		b = s.pool.Get()
		b.Write(ofBob)
	})
	s.finish(s.alice, &a, ofAlice)
	s.finish(s.bob, &b, ofBob)
}

// A hand is where a reference is handed over correctly.
type hand struct {
	mu sync.Mutex
	l  pools.Lease
}

func (h *hand) give(l pools.Lease) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.l = l
}

func (h *hand) take() pools.Lease {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.l
}

func doublePutShared(s *stage) {
	var h hand
	var c, a, b pools.Lease
	var ofA, ofB address
	s.culprit.do(func() {
		c = s.pool.Get()
		c.Write(ofCulprit)
		h.give(c.(pools.Sharer).Retain())
	})
	s.alice.do(func() {
		a = h.take()
		a.Write(ofAlice)
		ofA.of(a)
	})
	s.culprit.do(func() {
		c.Put()
		mistake(c.Put)
	})
	s.bob.do(func() {
		b = s.pool.Get()
		b.Write(ofBob)
		ofB.of(b)
	})
	if ofA.equals(&ofB) {
		s.reused = true
	} else if s.patient {
		return
	}
	s.finish(s.alice, &a, ofAlice)
	s.finish(s.bob, &b, ofBob)
}

func retainLate(s *stage) {
	var c, a pools.Lease
	s.culprit.do(func() {
		l := s.pool.Get()
		l.Write(ofCulprit)
		l.Put()
		mistake(func() { c = l.(pools.Sharer).Retain() })
	})
	s.alice.do(func() {
		a = s.pool.Get()
		a.Write(ofAlice)
	})
	s.culprit.do(func() { mistake(func() { c.Write(ofCulprit) }) })
	s.finish(s.alice, &a, ofAlice)
	s.culprit.do(func() { c.Put() })
}

func useAfterPut(through way) func(*stage) {
	return func(s *stage) {
		s.culprit.do(func() {
			l := s.pool.Get()
			l.Write(ofCulprit)
			m := through(l)
			l.Put()
			mistake(func() { m.Write(ofCulprit) })
		})
		s.alice.do(func() {
			a := s.pool.Get()
			if found := a.Read(); s.peer.Clean && found != 0 {
				observe(event{What: harmed, By: "Alice", Said: fmt.Sprintf("Alice leases a clean object and finds %#x in it", found)})
			}
			a.Write(ofAlice)
			a.Put()
		})
	}
}

func readLate(through way) func(*stage) {
	return func(s *stage) {
		var c pools.Memory
		var a pools.Lease
		if !s.reLease(func(l pools.Lease) { c = through(l) }, &a) {
			return
		}
		s.culprit.do(func() {
			mistake(func() {
				switch got := c.Read(); got {
				case ofAlice:
					observe(event{What: harmed, By: "the culprit", Said: "the culprit reads what Alice wrote"})
				case 0, ofCulprit:
				default:
					observe(event{What: patterned, Said: fmt.Sprintf("the culprit reads %#x, which nobody wrote", got)})
				}
			})
		})
		s.alice.do(func() { a.Put() })
	}
}

func writeLate(through way) func(*stage) {
	return func(s *stage) {
		var c pools.Memory
		var a pools.Lease
		if !s.reLease(func(l pools.Lease) { c = through(l) }, &a) {
			return
		}
		s.culprit.do(func() { mistake(func() { c.Write(ofCulprit) }) })
		s.finish(s.alice, &a, ofAlice)
	}
}

func leak(s *stage) {
	s.culprit.do(func() { mistake(func() { s.pool.Get().Write(ofCulprit) }) })
	collect()
	if books, ok := s.pool.(pools.Bookkeeper); ok && books.Lost() > 0 {
		observe(event{What: counted, Said: "Stats().Lost"})
	}
}

func leakInTest(s *stage) {
	test(func() { leak(s) })
}

const giant = 32 << 20

func oversized(s *stage) {
	s.culprit.do(func() {
		l := s.pool.Get()
		l.Write(ofCulprit)
		mistake(func() { l.Grow(giant) })
		l.Put()
	})
	s.alice.do(func() {
		for i := range 50_000 { // so that pools that learn have learnt
			a := s.pool.Get()
			a.Write(ofAlice)
			a.Put()
			if i%5_000 == 0 {
				runtime.GC()
			}
		}
		runtime.GC()
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		if m.HeapAlloc >= giant {
			observe(event{What: pinned, Said: fmt.Sprintf("%d MiB are still live after 50,000 small leases", giant>>20)})
		}
	})
}

func dirty(s *stage) {
	left := uint64(ofCulprit)<<32 + s.attempt // data differ from lease to lease
	s.culprit.do(func() {
		l := s.pool.Get()
		mistake(func() { l.Leave(left) })
		l.Put()
	})
	s.alice.do(func() {
		a := s.pool.Get()
		if a.Found() == left {
			observe(event{What: harmed, By: "Alice", Said: "Alice finds what the culprit wrote"})
		}
		a.Put()
	})
}

func foreign(s *stage) {
	acceptor, ok := s.pool.(pools.Acceptor)
	if !ok {
		if method := accepting(s.pool.Native()); method != "" {
			panic("the pool has a method " + method + " that takes its objects, and the adapter does not use it")
		}
		observe(event{What: impossible, Said: "no method takes an object"})
		return
	}
	var m pools.Memory
	var a pools.Lease
	s.culprit.do(func() { mistake(func() { m = acceptor.PutForeign() }) })
	s.alice.do(func() {
		a = s.pool.Get()
		a.Write(ofAlice)
	})
	s.culprit.do(func() { mistake(func() { m.Write(ofCulprit) }) })
	s.finish(s.alice, &a, ofAlice)
}

// accepting returns the name of a method of pool that takes back what it leases,
// and "" if there is none. A method that leases has a result, and the argument of
// With is a function.
func accepting(pool any) string {
	t := reflect.TypeOf(pool)
	for i := range t.NumMethod() {
		m := t.Method(i)
		for j := 1; j < m.Type.NumIn() && m.Type.NumOut() == 0; j++ {
			switch m.Type.In(j).Kind() {
			case reflect.Pointer, reflect.Interface, reflect.Slice, reflect.Struct:
				return m.Name
			}
		}
	}
	return ""
}
