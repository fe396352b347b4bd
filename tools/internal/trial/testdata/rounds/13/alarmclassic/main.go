// truth: correct
package main

import (
	"fmt"
	"sync"

	"github.com/rcpool/rcpool/classic"
)

type alarm struct {
	classic.ReferenceCounter
	source   string
	severity int
	notes    []string
}

var alarms = classic.NewReferenceCountedPool(
	func(c classic.ReferenceCounter) classic.ReferenceCountable {
		return &alarm{ReferenceCounter: c}
	},
	func(i interface{}) error {
		a, ok := i.(*alarm)
		if !ok {
			return fmt.Errorf("not an alarm: %T", i)
		}
		a.source, a.severity = "", 0
		clear(a.notes)
		a.notes = a.notes[:0]
		return nil
	})

type sink struct {
	min   int
	queue chan *alarm
	total int
}

func (s *sink) run(wg *sync.WaitGroup) {
	defer wg.Done()
	for a := range s.queue {
		s.total += a.severity * len(a.notes)
		a.DecrementReferenceCount()
	}
}

// A bus passes alarms to the sinks, and remembers the worst one.
type bus struct {
	sinks []*sink
	worst *alarm
	wg    sync.WaitGroup
}

func newBus(mins ...int) *bus {
	b := &bus{}
	for _, m := range mins {
		s := &sink{min: m, queue: make(chan *alarm, 2)}
		b.sinks = append(b.sinks, s)
		b.wg.Add(1)
		go s.run(&b.wg)
	}
	return b
}

func (b *bus) raise(source string, severity int, notes ...string) {
	a := alarms.Get().(*alarm)
	defer a.DecrementReferenceCount()
	a.source, a.severity = source, severity
	a.notes = append(a.notes, notes...)
	for _, s := range b.sinks {
		if a.severity < s.min {
			continue
		}
		a.IncrementReferenceCount()
		s.queue <- a
	}
	if b.worst == nil || a.severity > b.worst.severity {
		a.IncrementReferenceCount()
		if b.worst != nil {
			b.worst.DecrementReferenceCount()
		}
		b.worst = a
	}
}

func (b *bus) close() (source string) {
	for _, s := range b.sinks {
		close(s.queue)
	}
	b.wg.Wait()
	if b.worst != nil {
		source = b.worst.source
		b.worst.DecrementReferenceCount()
		b.worst = nil
	}
	return source
}

func main() {
	b := newBus(0, 3, 9)
	b.raise("fan", 2, "slow")
	b.raise("psu", 5, "voltage", "heat")
	b.raise("link", 3, "down")
	fmt.Println(b.close())
	for _, s := range b.sinks {
		fmt.Println(s.min, s.total)
	}
	st := alarms.Stats()
	fmt.Println(st["referenced"], st["returned"])
}
