package pools

import (
	"github.com/bytedance/gopkg/lang/syncx"
	"github.com/colega/zeropool"
	"github.com/rcpool/rcpool"
	"github.com/rcpool/rcpool/classic"
	"github.com/rcpool/rcpool/lab/bench/design2014"
	"github.com/rcpool/rcpool/lab/bench/design2017"

	"sync"
)

// An Object is what is pooled: some 100 bytes, a few of them pointers.
type Object struct {
	value   uint64
	left    uint64
	memory  []byte
	payload [6]uint64
}

// Reset keeps the memory, as resets written by hand often do, and forgets a field.
func (o *Object) Reset() { *o = Object{left: o.left, memory: o.memory[:0]} }

func (o *Object) Write(v uint64) { o.value = v }
func (o *Object) Read() uint64   { return o.value }
func (o *Object) Memory() Memory { return o }
func (o *Object) Leave(v uint64) { o.left = v }
func (o *Object) Found() uint64  { return o.left }
func (o *Object) Grow(n int)     { o.memory = make([]byte, n) }

func objects() []Peer {
	return []Peer{
		{Name: "sync", Title: "sync.Pool", Open: openSync, Clean: true},
		{Name: "zeropool", Title: "colega/zeropool", Module: "github.com/colega/zeropool", Open: openZero, Clean: true},
		{Name: "syncx", Title: "bytedance syncx.Pool", Module: "github.com/bytedance/gopkg", Open: openSyncx, Clean: true},
		{Name: "2014", Title: "design of 2014", Open: open2014, Counted: true, Clean: true},
		{Name: "2017", Title: "design of 2017", Open: open2017, Counted: true, Clean: true},
		{Name: "classic", Title: "rcpool/classic", Open: openClassic, Counted: true, Clean: true, Ours: true, Sampled: true},
		{Name: "rcpool-off", Title: "rcpool, checking off", Open: openUnchecked, Counted: true, Clean: true, Ours: true},
		{Name: "rcpool", Title: "rcpool", Open: openRef, Counted: true, Clean: true, Ours: true, Sampled: true},
		{Name: "rcpool-checked", Title: "rcpool, every lease checked", Open: openChecked, Counted: true, Clean: true, Ours: true},
		{Name: "rcpool-guard", Title: "the same, on guarded pages", Open: openGuarded, Counted: true, Clean: true, Ours: true},
	}
}

// Pools of pointers.

type pointerPool struct {
	get    func() *Object
	put    func(*Object)
	native any
}

func (p pointerPool) Get() Lease  { return pointerLease{p.get(), p.put} }
func (p pointerPool) Native() any { return p.native }

func (p pointerPool) PutForeign() Memory {
	o := new(Object)
	p.put(o)
	return o
}

type pointerLease struct {
	*Object
	put func(*Object)
}

func (l pointerLease) Put() {
	l.Object.Reset()
	l.put(l.Object)
}

func openSync() Pool {
	p := &sync.Pool{New: func() any { return new(Object) }}
	return pointerPool{func() *Object { return p.Get().(*Object) }, func(o *Object) { p.Put(o) }, p}
}

func openZero() Pool {
	p := zeropool.New(func() *Object { return new(Object) })
	return pointerPool{p.Get, p.Put, &p}
}

func openSyncx() Pool {
	p := &syncx.Pool{New: func() any { return new(Object) }}
	return pointerPool{func() *Object { return p.Get().(*Object) }, func(o *Object) { p.Put(o) }, p}
}

// The design of 2014.

type object2014 struct {
	design2014.Count
	Object
}

type pool2014 struct{ *design2014.Pool }

func open2014() Pool {
	return pool2014{design2014.New(func() design2014.Countable { return new(object2014) })}
}

// Get resets, because the design has no place for that, and Put cannot know
// whether it is the last.
func (p pool2014) Get() Lease {
	l := lease2014{p.Pool.Get().(*object2014)}
	l.Object.Reset()
	return l
}

func (p pool2014) Native() any { return p.Pool }

type lease2014 struct{ *object2014 }

func (l lease2014) Memory() Memory { return &l.Object }
func (l lease2014) Put()           { l.Decr() }

func (l lease2014) Retain() Lease {
	l.Incr()
	return l
}

// The design of 2017, and classic, which has its API.

type object2017 struct {
	design2017.Counter
	Object
}

type pool2017 struct{ *design2017.Pool }

func open2017() Pool {
	return pool2017{design2017.New(
		func(c design2017.Counter) design2017.Countable { return &object2017{Counter: c} },
		func(o any) error { o.(*object2017).Object.Reset(); return nil },
	)}
}

func (p pool2017) Get() Lease  { return lease2017{p.Pool.Get().(*object2017)} }
func (p pool2017) Native() any { return p.Pool }

type lease2017 struct{ *object2017 }

func (l lease2017) Memory() Memory { return &l.Object }
func (l lease2017) Put()           { l.DecrementReferenceCount() }

func (l lease2017) Retain() Lease {
	l.IncrementReferenceCount()
	return l
}

type objectClassic struct {
	classic.ReferenceCounter
	Object
}

type poolClassic struct {
	*classic.ReferenceCountedPool
}

func openClassic() Pool {
	return poolClassic{classic.NewReferenceCountedPool(
		func(c classic.ReferenceCounter) classic.ReferenceCountable {
			return &objectClassic{ReferenceCounter: c}
		},
		func(o any) error { o.(*objectClassic).Object.Reset(); return nil },
	)}
}

func (p poolClassic) Get() Lease {
	return leaseClassic{p.ReferenceCountedPool.Get().(*objectClassic)}
}
func (p poolClassic) Native() any { return p.ReferenceCountedPool }

// Lost is what the program can read in rcpool.AllStats.
func (p poolClassic) Lost() (lost uint64) {
	for _, s := range rcpool.AllStats() {
		lost += s.Lost
	}
	return lost
}

type leaseClassic struct{ *objectClassic }

func (l leaseClassic) Memory() Memory { return &l.Object }
func (l leaseClassic) Put()           { l.DecrementReferenceCount() }

func (l leaseClassic) Retain() Lease {
	l.IncrementReferenceCount()
	return l
}

// rcpool.

type refPool[T any, P interface {
	*T
	content
}] struct{ pool *rcpool.Pool[T] }

// content is an object that can be used like a Lease.
type content interface {
	Write(uint64)
	Read() uint64
	Memory() Memory
	Leave(uint64)
	Found() uint64
	Grow(n int)
}

func openRef() Pool { return refPool[Object, *Object]{new(rcpool.Pool[Object])} }

func openUnchecked() Pool {
	rcpool.SetChecking(0)
	return openRef()
}

func openChecked() Pool {
	rcpool.SetChecking(1)
	return openRef()
}

func openGuarded() Pool {
	rcpool.SetChecking(1)
	return refPool[Flat, *Flat]{&rcpool.Pool[Flat]{Guard: true}}
}

func (p refPool[T, P]) Get() Lease   { return refLease[T, P]{p.pool.Get()} }
func (p refPool[T, P]) Native() any  { return p.pool }
func (p refPool[T, P]) Lost() uint64 { return p.pool.Stats().Lost }

type refLease[T any, P interface {
	*T
	content
}] struct{ ref rcpool.Ref[T] }

func (l refLease[T, P]) Put()           { l.ref.Release() }
func (l refLease[T, P]) Retain() Lease  { return refLease[T, P]{l.ref.Retain()} }
func (l refLease[T, P]) Write(v uint64) { P(l.ref.Value()).Write(v) }
func (l refLease[T, P]) Read() uint64   { return P(l.ref.Value()).Read() }
func (l refLease[T, P]) Memory() Memory { return P(l.ref.Value()).Memory() }
func (l refLease[T, P]) Leave(v uint64) { P(l.ref.Value()).Leave(v) }
func (l refLease[T, P]) Found() uint64  { return P(l.ref.Value()).Found() }
func (l refLease[T, P]) Grow(n int)     { P(l.ref.Value()).Grow(n) }

// Flat is an Object without pointers, as guarded pages need.
type Flat struct{ value, left uint64 }

// Reset forgets a field.
//
//rcpool:ignore it is forgotten on purpose, to see which pools notice
func (f *Flat) Reset() { f.value = 0 }

func (f *Flat) Write(v uint64) { f.value = v }
func (f *Flat) Read() uint64   { return f.value }
func (f *Flat) Memory() Memory { return f }
func (f *Flat) Leave(v uint64) { f.left = v }
func (f *Flat) Found() uint64  { return f.left }

// Grow does nothing: there is nothing that can grow.
func (f *Flat) Grow(int) {}
