package bench_test

import (
	"bufio"
	"bytes"
	"sync"
	"sync/atomic"
	"testing"
	"unsafe"

	"github.com/rcpool/rcpool"
	"github.com/rcpool/rcpool/internal/store"
	"github.com/rcpool/rcpool/stdpool"
)

// A floor is the least that a lease can take with the guarantees of
// docs/design.md. It has what they cannot do without, and nothing else:
//
//   - the store, in line as in rcpool: idle objects survive garbage collections;
//   - a word for each object, and a copy of it in each reference: a stale reference
//     is noticed. The word lies in front of the object, in the same memory, where it
//     costs least;
//   - a compare-and-swap at the end: of two releases of a reference one succeeds;
//   - a call of the reset through a pointer, because the user gives it.
//
// So it has no counts, no checked leases, no identities of references, no limits
// of a generation, and Value looks at nothing. Where a floor misses a target, a lease
// with these guarantees and this store cannot meet it. docs/design.md has the figures.
type floor[T any] struct {
	store store.Store
	fresh func() T
	reset func(*T)
}

type floorSlot[T any] struct {
	word   atomic.Uint64 // references, and above them the number of the lease
	object T
}

// A floorRef is a reference.
type floorRef[T any] struct {
	slot *floorSlot[T]
	word uint64
}

const floorLease = 1 << 20 // the distance from one lease to the next

func (f *floor[T]) get() floorRef[T] {
	var s *floorSlot[T]
	p := store.Pin()
	if head := store.Caches(&f.store); store.Has(head, p) {
		c := store.Of(head, p)
		if s = (*floorSlot[T])(store.TakeLatest(c)); s == nil {
			s = (*floorSlot[T])(store.TakeOther(c))
		}
	}
	store.Unpin()
	if s == nil {
		if s = (*floorSlot[T])(f.store.Get()); s == nil {
			s = &floorSlot[T]{object: f.fresh()}
			s.word.Store(1)
		}
	}
	return floorRef[T]{s, s.word.Load()}
}

// release ends a lease that was not shared.
func (f *floor[T]) release(r floorRef[T]) {
	if !r.slot.word.CompareAndSwap(r.word, r.word+floorLease) {
		panic("released twice")
	}
	f.put(r.slot)
}

// share adds a reference.
func (r floorRef[T]) share() floorRef[T] {
	if !r.slot.word.CompareAndSwap(r.word, r.word+1) {
		panic("released before")
	}
	return r
}

// releaseShared is release of one of two references.
func (f *floor[T]) releaseShared(r floorRef[T]) {
	for {
		next := r.word // the other one remains
		w := r.slot.word.Load()
		if w == r.word {
			next = r.word + floorLease
		} else if w != r.word+1 {
			panic("released twice")
		}
		if r.slot.word.CompareAndSwap(w, next) {
			if w == r.word {
				f.put(r.slot)
			}
			return
		}
	}
}

func (f *floor[T]) put(s *floorSlot[T]) {
	f.reset(&s.object)
	p := store.Pin()
	if head := store.Caches(&f.store); store.Has(head, p) {
		if c := store.Of(head, p); store.MakeRoom(c) {
			store.SetLatest(c, unsafe.Pointer(s))
			store.Unpin()
			return
		}
	}
	store.Unpin()
	f.store.Put(unsafe.Pointer(s))
}

func newFloor() *floor[event] {
	return &floor[event]{fresh: func() event { return event{} }, reset: func(e *event) { *e = event{} }}
}

// BenchmarkFloorReset is BenchmarkReset with a function, beside the floor.
func BenchmarkFloorReset(b *testing.B) {
	f := newFloor()
	b.Run("pool=sync", func(b *testing.B) {
		p := newSync()
		for b.Loop() {
			e := p.Get().(*event)
			e.ID = 1
			f.reset(e)
			p.Put(e)
		}
	})
	b.Run("pool=floor", func(b *testing.B) {
		for b.Loop() {
			ref := f.get()
			ref.slot.object.ID = 1
			f.release(ref)
		}
	})
	b.Run("pool=rcpool", func(b *testing.B) {
		p := rcpool.Pool[event]{Reset: f.reset}
		for b.Loop() {
			ref := p.Get()
			ref.Value().ID = 1
			ref.Release()
		}
	})
}

// BenchmarkFloorHandOver is BenchmarkHandOver, beside the floor, and without a pool:
// then a goroutine sends references to the same object.
func BenchmarkFloorHandOver(b *testing.B) {
	b.Run("pool=none", func(b *testing.B) {
		ref := newFloor().get()
		handOver(b, func() floorRef[event] { return ref }, func(floorRef[event]) {})
	})
	handOverBesideFloor(b, false)
}

// BenchmarkFloorHandOverBatches is BenchmarkHandOverBatches, beside the floor.
func BenchmarkFloorHandOverBatches(b *testing.B) {
	handOverBesideFloor(b, true)
}

func handOverBesideFloor(b *testing.B, batches bool) {
	b.Run("pool=sync", func(b *testing.B) {
		p := newSync()
		handOverAs(b, batches, func() *event {
			e := p.Get().(*event)
			e.ID = 1
			return e
		}, func(e *event) {
			*e = event{}
			p.Put(e)
		})
	})
	b.Run("pool=floor", func(b *testing.B) {
		f := newFloor()
		handOverAs(b, batches, func() floorRef[event] {
			ref := f.get()
			ref.slot.object.ID = 1
			return ref
		}, f.release)
	})
	b.Run("pool=rcpool", func(b *testing.B) {
		var p rcpool.Pool[event]
		handOverAs(b, batches, func() rcpool.Ref[event] {
			ref := p.Get()
			ref.Value().ID = 1
			return ref
		}, rcpool.Ref[event].Release)
	})
}

// apart is the object of a floor whose word is not in the memory of the object, but
// in a slot of its own, on a cache line of its own, as rcpool's is: so a stale
// reference, which keeps the slot, does not keep the object, and New may return any
// pointer. And the leases of a slot are counted outside of it, on another line: so
// they stay counted when the slot is lost.
type apart struct {
	event  *event
	counts *counts
	_      [40]byte
}

type counts struct {
	begun, ended uint64
	_            [48]byte
}

func newApart() *floor[apart] {
	return &floor[apart]{
		fresh: func() apart { return apart{event: new(event), counts: new(counts)} },
		reset: func(a *apart) { *a.event = event{} },
	}
}

// BenchmarkFloorEvents hands over each object with a reference of its own, and the
// last one gives it back, as the 10,000 events of package articles do. Two more
// floors have what rcpool promises besides: the slot apart from the object, and
// apart and counted.
func BenchmarkFloorEvents(b *testing.B) {
	b.Run("pool=sync", func(b *testing.B) {
		type counted struct {
			event
			refs atomic.Int32
		}
		p := sync.Pool{New: func() any { return new(counted) }}
		release := func(e *counted) {
			if e.refs.Add(-1) == 0 {
				e.event = event{}
				p.Put(e)
			}
		}
		shareAndHandOver(b, func(send func(*counted)) {
			e := p.Get().(*counted)
			e.refs.Store(2)
			e.ID = 1
			send(e)
			release(e)
		}, release)
	})
	b.Run("pool=floor", func(b *testing.B) {
		f := newFloor()
		shareAndHandOver(b, func(send func(floorRef[event])) {
			ref := f.get()
			ref.slot.object.ID = 1
			send(ref.share())
			f.releaseShared(ref)
		}, f.releaseShared)
	})
	b.Run("pool=apart", func(b *testing.B) {
		f := newApart()
		shareAndHandOver(b, func(send func(floorRef[apart])) {
			ref := f.get()
			ref.slot.object.event.ID = 1
			send(ref.share())
			f.releaseShared(ref)
		}, f.releaseShared)
	})
	b.Run("pool=counted", func(b *testing.B) {
		f := newApart()
		f.reset = func(a *apart) {
			*a.event = event{}
			a.counts.ended++
		}
		shareAndHandOver(b, func(send func(floorRef[apart])) {
			ref := f.get()
			a := &ref.slot.object
			a.counts.begun++
			a.event.ID = 1
			send(ref.share())
			f.releaseShared(ref)
		}, f.releaseShared)
	})
	b.Run("pool=rcpool", func(b *testing.B) {
		var p rcpool.Pool[event]
		shareAndHandOver(b, func(send func(rcpool.Ref[event])) {
			ref := p.Get()
			ref.Value().ID = 1
			send(ref.Retain())
			ref.Release()
		}, rcpool.Ref[event].Release)
	})
}

// shareAndHandOver creates events and consumes them on another goroutine.
func shareAndHandOver[E any](b *testing.B, create func(send func(E)), consume func(E)) {
	mail, done := make(chan E, 128), make(chan struct{})
	go func() {
		defer close(done)
		for e := range mail {
			consume(e)
		}
	}()
	send := func(e E) { mail <- e }
	for b.Loop() {
		create(send)
	}
	close(mail)
	<-done
}

// BenchmarkFloorBufioWriter is BenchmarkStdpoolBufioWriter, beside the floor.
func BenchmarkFloorBufioWriter(b *testing.B) {
	write := func(w *bufio.Writer) {
		w.Write(page[:1000])
		w.Flush()
	}
	pool := sync.Pool{New: func() any { return bufio.NewWriter(nil) }}
	run(b, "sync", func() {
		w := pool.Get().(*bufio.Writer)
		w.Reset(nowhere)
		write(w)
		w.Reset(nil)
		pool.Put(w)
	})
	f := floor[bufio.Writer]{
		fresh: func() bufio.Writer { return *bufio.NewWriter(nil) },
		reset: func(w *bufio.Writer) { w.Reset(nil) },
	}
	run(b, "floor", func() {
		ref := f.get()
		ref.slot.object.Reset(nowhere)
		write(&ref.slot.object)
		f.release(ref)
	})
	run(b, "rcpool", func() {
		ref := stdpool.BufioWriter(nowhere)
		write(ref.Value())
		ref.Release()
	})
}

// BenchmarkFloorBufioReader is BenchmarkStdpoolBufioReader, beside the floor.
func BenchmarkFloorBufioReader(b *testing.B) {
	source := bytes.NewReader(nil)
	readLines := func(r *bufio.Reader) {
		for {
			if _, err := r.ReadSlice('\n'); err != nil {
				return
			}
		}
	}
	pool := sync.Pool{New: func() any { return bufio.NewReader(nil) }}
	run(b, "sync", func() {
		source.Reset(page[:1000])
		r := pool.Get().(*bufio.Reader)
		r.Reset(source)
		readLines(r)
		r.Reset(nil)
		pool.Put(r)
	})
	f := floor[bufio.Reader]{
		fresh: func() bufio.Reader { return *bufio.NewReader(nil) },
		reset: func(r *bufio.Reader) { r.Reset(nil) },
	}
	run(b, "floor", func() {
		source.Reset(page[:1000])
		ref := f.get()
		ref.slot.object.Reset(source)
		readLines(&ref.slot.object)
		f.release(ref)
	})
	run(b, "rcpool", func() {
		source.Reset(page[:1000])
		ref := stdpool.BufioReader(source)
		readLines(ref.Value())
		ref.Release()
	})
}
