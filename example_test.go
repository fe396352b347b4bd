package rcpool_test

import (
	"bytes"
	"errors"
	"fmt"
	"runtime"
	"sync"
	"time"

	"github.com/rcpool/rcpool"
)

type Event struct {
	ID   int
	Tags []string
}

// Reset keeps the capacity of Tags for the next lease.
func (e *Event) Reset() {
	clear(e.Tags)
	*e = Event{Tags: e.Tags[:0]}
}

var events = rcpool.Pool[Event]{Name: "events"}

// A handler leases an event, uses it, and gives work that outlives it a
// reference of its own.
func Example() {
	var done sync.WaitGroup

	event := events.Get()
	defer event.Release()

	event.Value().ID = 42
	send := event.Hold(func(e *Event) { // holds its own reference until it returns
		fmt.Println("sent event", e.ID)
	})
	done.Add(1)
	go func() {
		defer done.Done()
		send()
	}()

	done.Wait()
	// Output: sent event 42
}

// The zero Pool is ready to use, and so is one with a few of its fields.
func ExamplePool() {
	buffers := rcpool.Pool[bytes.Buffer]{
		Name: "buffers",
		Keep: func(b *bytes.Buffer) bool { return b.Cap() <= 64<<10 }, // the GC takes the giants
	}

	buf := buffers.Get()
	fmt.Fprintf(buf.Value(), "%d bytes", 7)
	fmt.Println(buf.Value())
	buf.Release() // calls (*bytes.Buffer).Reset, then Keep
	// Output: 7 bytes
}

func ExamplePool_With() {
	err := events.With(func(e *Event) error {
		e.ID = 1
		return errors.New("refused")
	})
	fmt.Println(err, events.Stats().InUse)
	// Output: refused 0
}

func ExamplePool_Stats() {
	var pool rcpool.Pool[Event]
	first := pool.Get()
	pool.Get().Release()

	stats := pool.Stats()
	fmt.Println(stats.Gets, stats.Releases, stats.InUse)
	first.Release()
	// Output: 2 1 1
}

func ExampleAllStats() {
	pool := rcpool.Pool[Event]{Name: "orders"}
	pool.Get().Release()

	for _, stats := range rcpool.AllStats() {
		if stats.Name == "orders" {
			fmt.Println(stats.Name, stats.Gets)
		}
	}
	// Output: orders 1
}

// Retain before the hand-over, in the goroutine that owns the reference; not
// in the one that will own the new one.
func ExampleRef_Retain() {
	queue := make(chan rcpool.Ref[Event], 1)

	event := events.Get()
	event.Value().ID = 7
	queue <- event.Retain() // the queue owns this reference
	event.Release()         // and we give up ours

	received := <-queue
	defer received.Release()
	fmt.Println(received.Value().ID)
	// Output: 7
}

// An index that does not own what it lists asks before it uses it.
func ExampleRef_TryRetain() {
	event := events.Get()
	index := map[string]rcpool.Ref[Event]{"latest": event}

	ask := func() {
		ref, ok := index["latest"].TryRetain()
		if !ok {
			fmt.Println("done")
			return
		}
		defer ref.Release()
		fmt.Println("in flight")
	}
	ask()
	event.Release()
	ask()
	// Output:
	// in flight
	// done
}

func ExampleRef_Hold() {
	fired := make(chan struct{})

	event := events.Get()
	event.Value().ID = 3
	time.AfterFunc(time.Millisecond, event.Hold(func(e *Event) {
		fmt.Println("timer of event", e.ID)
		close(fired)
	}))
	event.Release()

	<-fired
	// Output: timer of event 3
}

func ExampleRef_Go() {
	answer := make(chan int)

	event := events.Get()
	event.Value().ID = 5
	event.Go(func(e *Event) { answer <- e.ID })
	event.Release()

	fmt.Println(<-answer)
	// Output: 5
}

// The only owner may keep the object for good: the pool forgets it.
func ExampleRef_Detach() {
	event := events.Get()
	event.Value().ID = 9

	mine := event.Detach()
	fmt.Println(mine.ID)
	// Output: 9
}

// Drop cleans up on every way out but the one that hands the reference over.
func ExampleMove() {
	open := func(id int) (rcpool.Ref[Event], error) {
		event := events.Get()
		defer rcpool.Drop(&event)
		if id < 0 {
			return rcpool.Ref[Event]{}, errors.New("negative id")
		}
		event.Value().ID = id
		return rcpool.Move(&event), nil
	}

	if _, err := open(-1); err != nil {
		fmt.Println(err)
	}
	event, _ := open(1)
	fmt.Println(event.Value().ID)
	event.Release()
	// Output:
	// negative id
	// 1
}

// A mistake panics where it is made, with a *Misuse that says what to do.
//
//rcpool:ignore the mistake is on purpose
func ExampleMisuse() {
	defer func() {
		var misuse *rcpool.Misuse
		if err, ok := recover().(error); ok && errors.As(err, &misuse) {
			fmt.Println(misuse.Kind, "in", misuse.Op, "of pool", misuse.Pool)
			fmt.Println(misuse.Kind.Cure())
		}
	}()

	event := events.Get()
	event.Release()
	event.Release()
	// Output:
	// double release in Release of pool events
	// Release each reference exactly once. Either release may be the wrong one: often it is the first, if this one is deferred. Call Retain to give another owner a reference of its own
}

func ExampleRef_AfterFunc() {
	var events rcpool.Pool[Event]
	event := events.Get()
	defer event.Release()
	event.Value().ID = 7

	stop := event.AfterFunc(time.Hour, func(e *Event) { fmt.Println("no answer to", e.ID) })
	// An answer came in time.
	fmt.Println("stopped:", stop())
	// Output: stopped: true
}

// A decoder has memory of a C library.
type decoder struct {
	memory uintptr `rcpool:"keep"`
	frames int
}

// Reset readies the decoder for its next lease, with the memory that it has.
func (d *decoder) Reset() { d.frames = 0 }

// What the garbage collector does not know of is freed when the object has left
// the pool, and nobody can use it any more.
func ExamplePool_free() {
	freed := make(chan uintptr, 1)
	decoders := rcpool.Pool[decoder]{
		New:  func() *decoder { return &decoder{memory: 0xC0DE} }, // C.decoder_new()
		Free: func(d *decoder) { freed <- d.memory },              // C.decoder_free(d.memory)
	}
	d := decoders.Get()
	d.Value().frames++
	d.Release() // idle now; two garbage collections later it leaves the pool

	for {
		runtime.GC()
		select {
		case memory := <-freed:
			fmt.Printf("freed %X\n", memory)
			return
		case <-time.After(time.Millisecond):
		}
	}
	// Output: freed C0DE
}
