package classic_test

import (
	"encoding/json"
	"fmt"
	"sync"
	"time"

	"github.com/rcpool/rcpool/classic"
)

// Event is the event of the article. Only the import is different.
type Event struct {
	classic.ReferenceCounter `sql:"-"`

	Name      string    `json:"name"`
	Log       string    `json:"log"`
	Timestamp time.Time `json:"timestamp"`
}

// Reset prepares an event for its next owner.
func (e *Event) Reset() {
	e.Name = ""
	e.Log = ""
	e.Timestamp = time.Time{}
}

// ResetEvent is what the pool calls.
func ResetEvent(i interface{}) error {
	event, ok := i.(*Event)
	if !ok {
		return fmt.Errorf("illegal object %T sent to ResetEvent", i)
	}
	event.Reset()
	return nil
}

var eventPool = classic.NewReferenceCountedPool(
	func(counter classic.ReferenceCounter) classic.ReferenceCountable {
		event := new(Event)
		event.ReferenceCounter = counter
		return event
	}, ResetEvent)

func AcquireEvent() *Event { return eventPool.Get().(*Event) }

func NewEvent(name, log string, timestamp time.Time) *Event {
	e := AcquireEvent()
	e.Name = name
	e.Log = log
	e.Timestamp = timestamp
	return e
}

// A handler creates an event, answers with it, and passes it to consumers that may
// still work when the handler has returned. The handler increments the count for
// each consumer before it sends the event, and each consumer decrements it when
// it is done. The last decrement resets the event and returns it to the pool.
func Example() {
	var consumers sync.WaitGroup
	consume := func(queue <-chan *Event, use func(*Event)) {
		defer consumers.Done()
		for event := range queue {
			use(event)
			event.DecrementReferenceCount()
		}
	}
	var (
		lengths  = make(chan int, 1)
		archived = make(chan string, 1)
		kafka    = make(chan *Event, 16)
		archive  = make(chan *Event, 16)
	)
	consumers.Add(2)
	go consume(kafka, func(e *Event) { lengths <- len(e.Log) })
	go consume(archive, func(e *Event) { archived <- e.Name })

	handle := func() {
		event := NewEvent("test", "this is a test log", time.Date(2017, 12, 23, 18, 55, 46, 0, time.UTC))
		defer event.DecrementReferenceCount()

		for _, queue := range []chan<- *Event{kafka, archive} {
			event.IncrementReferenceCount()
			queue <- event
		}
		body, _ := json.Marshal(event)
		fmt.Println(string(body))
	}
	handle()

	fmt.Println("sent", <-lengths, "bytes")
	fmt.Println("archived", <-archived)
	close(kafka)
	close(archive)
	consumers.Wait()
	fmt.Println(eventPool.Stats())
	// Output:
	// {"name":"test","log":"this is a test log","timestamp":"2017-12-23T18:55:46Z"}
	// sent 18 bytes
	// archived test
	// map[allocated:1 referenced:1 returned:1]
}
