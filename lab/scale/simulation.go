package scale

import (
	"container/heap"
	"math/bits"
	"math/rand/v2"
)

// Costs are how long the steps of the store take, in nanoseconds.
type Costs struct {
	Hit      float64 // a Get or a Put that the cache of the P serves
	Visit    float64 // a visit to the depot, outside of the lock of the bin
	Locked   float64 // and while it has this lock
	Transfer float64 // more with the lock, if another P had it last: the cache lines come from there
	Spin     float64 // how long a P waits for a lock before its goroutine is parked
	Wake     float64 // how long it takes to go on after that
}

// A Store is what the simulation may vary of the real one.
type Store struct {
	Room     int // of a cache
	PsPerBin int // 0 for one bin
}

// A Flow is what the goroutines do. There is one on each P.
type Flow struct {
	Use    float64 // how long an object is used, in nanoseconds
	OneWay bool    // one half of the Ps gets objects, and the other half uses and puts them
	Moved  bool    // each object is put on a P that is drawn at random
}

// A Result is what a simulation finds.
type Result struct {
	Objects float64 // that were put, in a microsecond
	Waiting float64 // the share of its time that a P waits for locks
}

// Simulate runs n Ps for a time in nanoseconds, and counts what they do after the
// first quarter of it.
func Simulate(c Costs, store Store, flow Flow, n int, time float64) Result {
	s := &simulation{Costs: c, Store: store, Flow: flow, random: rand.New(rand.NewPCG(1, uint64(n)))}
	s.bins = make([]bin, 1)
	if store.PsPerBin > 0 {
		s.bins = make([]bin, 1+(n-1)/store.PsPerBin)
	}
	for i := range s.bins {
		s.bins[i] = bin{objects: 64 * n / len(s.bins), last: -1}
	}
	s.ps = make([]processor, n)
	for i := range s.ps {
		s.ps[i] = processor{id: i, next: s.operate, now: s.random.Float64() * flow.Use, cached: store.Room / 2}
		heap.Push(&s.queue, &s.ps[i])
	}
	s.run(time / 4)
	s.put = 0
	for i := range s.ps {
		s.ps[i].waited = 0
	}
	s.run(time)
	var waited float64
	for i := range s.ps {
		waited += s.ps[i].waited
	}
	counted := time * 3 / 4
	return Result{float64(s.put) / counted * 1000, waited / counted / float64(n)}
}

type simulation struct {
	Costs
	Store
	Flow
	ps     []processor
	queue  queue
	bins   []bin
	random *rand.Rand
	put    int // objects
}

// A processor is a P with its goroutine and its cache.
type processor struct {
	id     int
	now    float64          // the time on this P
	next   func(*processor) // what it does then
	cached int              // objects
	inbox  int              // objects that others have sent it to put
	began  float64          // to wait for a lock
	spins  float64          // since when, if it was woken meanwhile
	waited float64
	index  int // in the queue
}

type bin struct {
	objects int
	free    float64 // when the lock is free
	last    int     // P that had it
}

// run does what comes next, again and again, until the time.
func (s *simulation) run(until float64) {
	for s.queue[0].now < until {
		p := s.queue[0]
		p.next(p)
		heap.Fix(&s.queue, p.index)
	}
}

// operate begins the next operation of p.
func (s *simulation) operate(p *processor) {
	p.next = s.operate
	switch {
	case p.inbox > 0:
		p.inbox--
		if s.OneWay {
			p.now += s.Use
		}
		s.doPut(p)
	case s.OneWay && p.id >= len(s.ps)/2:
		p.now += s.Hit // there is nothing to do
	default:
		s.doGet(p)
	}
}

func (s *simulation) doGet(p *processor) {
	p.now += s.Hit
	if p.cached > 0 {
		p.cached--
		s.use(p)
		return
	}
	s.doGetFrom(p, 0)
}

// doGetFrom gets from the first bin that has something. The i-th to look at is
// that of the P, exclusive or i.
func (s *simulation) doGetFrom(p *processor, i int) {
	for home := s.home(p); i < 1<<bits.Len(uint(len(s.bins)-1)); i++ {
		if j := home ^ i; j < len(s.bins) && s.bins[j].objects > 0 {
			s.visit(p, &s.bins[j], func(b *bin) {
				n := min(b.objects, s.Room/2)
				if n == 0 { // others were faster
					p.next = func(p *processor) { s.doGetFrom(p, i+1) }
					return
				}
				b.objects -= n
				p.cached = n - 1
				s.use(p)
			})
			return
		}
	}
	s.use(p) // a new object
}

// use uses the object that p has got, and sends it to the P that puts it.
func (s *simulation) use(p *processor) {
	to := p
	switch {
	case s.OneWay:
		to = &s.ps[len(s.ps)/2+s.random.IntN(len(s.ps)/2)]
	case s.Moved:
		to = &s.ps[s.random.IntN(len(s.ps))]
	}
	to.inbox++
	p.now += s.Use
	if s.OneWay && to.inbox > 64 { // the channel is full
		p.now = max(p.now, to.now+s.Use)
	}
}

func (s *simulation) doPut(p *processor) {
	p.now += s.Hit
	s.put++
	if p.cached < s.Room {
		p.cached++
		return
	}
	s.visit(p, &s.bins[s.home(p)], func(b *bin) {
		p.cached -= s.Room / 2
		b.objects += 1 + s.Room/2
	})
}

// home returns the index of the bin of p.
func (s *simulation) home(p *processor) int {
	if s.PsPerBin == 0 {
		return 0
	}
	return p.id / s.PsPerBin
}

// visit lets p do something with a bin when it has got its lock.
func (s *simulation) visit(p *processor, b *bin, do func(*bin)) {
	p.now += s.Visit
	p.began, p.spins = p.now, p.now
	p.next = func(p *processor) { s.lock(p, b, do) }
}

// lock tries to get the lock of the bin.
func (s *simulation) lock(p *processor, b *bin, do func(*bin)) {
	switch {
	case b.free <= p.now:
		p.waited += p.now - p.began
		p.now += s.Locked
		if b.last != p.id {
			p.now += s.Transfer
		}
		b.free, b.last = p.now, p.id
		p.next = s.operate
		do(b)
	case b.free-p.spins <= s.Spin:
		p.now = b.free
	default:
		p.now = b.free + s.Wake
		p.spins = p.now
	}
}

// A queue has the Ps, the one that is next first.
type queue []*processor

func (q queue) Len() int           { return len(q) }
func (q queue) Less(i, j int) bool { return q[i].now < q[j].now }
func (q queue) Swap(i, j int) {
	q[i], q[j] = q[j], q[i]
	q[i].index, q[j].index = i, j
}

func (q *queue) Push(x any) {
	x.(*processor).index = len(*q)
	*q = append(*q, x.(*processor))
}

func (q *queue) Pop() any {
	last := (*q)[len(*q)-1]
	*q = (*q)[:len(*q)-1]
	return last
}
