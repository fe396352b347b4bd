package articles_test

import (
	"bytes"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/rcpool/rcpool"
	"github.com/rcpool/rcpool/lab/bench/design2017"
)

const loop = 10_000 // objects in one operation of the benchmarks here

// A firewall owns transactions.
type firewall struct{ name string }

// A transaction is what a firewall knows of one request; of 1 KiB, as in the
// article of 2021, without what it points to.
type transaction struct {
	owner     *firewall
	id        string
	arguments []argument
	body      bytes.Buffer
	scores    [112]uint64
}

type argument struct{ name, value string }

// Reset keeps the capacity of what transactions collect.
func (t *transaction) Reset() {
	clear(t.arguments)
	arguments, body := t.arguments[:0], t.body
	body.Reset()
	*t = transaction{arguments: arguments, body: body}
}

// use collects what a small request has.
func (t *transaction) use(owner *firewall) {
	t.owner, t.id = owner, "GET /"
	for i := range 20 {
		t.arguments = append(t.arguments, argument{"name", "value"})
		t.scores[i]++
	}
	t.body.Write(sentence)
}

var aTransaction *transaction // what is stored here is allocated on the heap

// BenchmarkTransactions has the loop of the article of 2021. In its shape the
// transactions of all sides are empty, but for one field, and nobody resets
// them; in the fair one they are used, and reset.
func BenchmarkTransactions(b *testing.B) {
	owner := &firewall{"the only one"}
	for _, shape := range []struct {
		name  string
		use   func(*transaction)
		reset func(*transaction)
	}{
		{"published", func(t *transaction) { t.owner = owner }, func(*transaction) {}},
		{"fair", func(t *transaction) { t.use(owner) }, (*transaction).Reset},
	} {
		b.Run("shape="+shape.name, func(b *testing.B) {
			measure(b, "none", func() {
				for range loop {
					aTransaction = new(transaction)
					shape.use(aTransaction)
				}
			})
			bySync := sync.Pool{New: func() any { return new(transaction) }}
			measure(b, "sync", func() {
				for range loop {
					aTransaction = bySync.Get().(*transaction)
					shape.use(aTransaction)
					shape.reset(aTransaction)
					bySync.Put(aTransaction)
				}
			})
			byRef := rcpool.Pool[transaction]{Reset: shape.reset}
			measure(b, "rcpool", func() {
				for range loop {
					ref := byRef.Get()
					aTransaction = ref.Value()
					shape.use(aTransaction)
					ref.Release()
				}
			})
		})
	}
}

// An event is what the article of 2017 creates for a request, answers with, and
// has consumed after the answer.
type event struct {
	Name, Log string
	Tags      [8]string
}

func (e *event) fill() {
	e.Name, e.Log = "click", "somebody clicked"
	e.Tags[0], e.Tags[7] = "web", "eu"
}

// An event with a counter by hand, as a sync.Pool needs it for this.
type countedEvent struct {
	event
	refs atomic.Int32
}

// An event as the design of 2017 wants it.
type event2017 struct {
	design2017.Counter
	event
}

// BenchmarkEvents creates 10,000 events, each with a reference for the creator
// and one for a consumer on another goroutine; who is last gives it back.
func BenchmarkEvents(b *testing.B) {
	bySync := sync.Pool{New: func() any { return new(countedEvent) }}
	release := func(e *countedEvent) {
		if e.refs.Add(-1) == 0 {
			e.event = event{}
			bySync.Put(e)
		}
	}
	var byRef rcpool.Pool[event]
	by2017 := design2017.New(
		func(c design2017.Counter) design2017.Countable { return &event2017{Counter: c} },
		func(object any) error { object.(*event2017).event = event{}; return nil },
	)
	measure(b, "none", func() {
		handOver(func(mail chan<- *event) {
			e := new(event)
			e.fill()
			mail <- e
		}, func(*event) {})
	})
	measure(b, "sync", func() {
		handOver(func(mail chan<- *countedEvent) {
			e := bySync.Get().(*countedEvent)
			e.refs.Store(2)
			e.fill()
			mail <- e
			release(e)
		}, release)
	})
	measure(b, "rcpool", func() {
		handOver(func(mail chan<- rcpool.Ref[event]) {
			ref := byRef.Get()
			ref.Value().fill()
			mail <- ref.Retain()
			ref.Release()
		}, rcpool.Ref[event].Release)
	})
	measure(b, "2017", func() {
		handOver(func(mail chan<- *event2017) {
			e := by2017.Get().(*event2017)
			e.fill()
			e.IncrementReferenceCount()
			mail <- e
			e.DecrementReferenceCount()
		}, func(e *event2017) { e.DecrementReferenceCount() })
	})
}

// handOver creates 10,000 events, and consumes them on another goroutine.
func handOver[E any](create func(chan<- E), consume func(E)) {
	mail, done := make(chan E, 128), make(chan struct{})
	go func() {
		defer close(done)
		for e := range mail {
			consume(e)
		}
	}()
	for range loop {
		create(mail)
	}
	close(mail)
	<-done
}

func TestTransactions_ResetLeavesNothing(t *testing.T) {
	var used transaction
	used.use(&firewall{"a"})
	used.Reset()
	if used.owner != nil || used.id != "" || len(used.arguments) != 0 || used.arguments[:1][0] != (argument{}) || used.body.Len() != 0 || used.scores != [112]uint64{} {
		t.Errorf("after Reset: %+v", used)
	}
}
