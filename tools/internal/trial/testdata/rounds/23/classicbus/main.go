// truth: correct

// Command classicbus passes alarms to consumers that come and go.
package main

import (
	"fmt"
	"sort"
	"sync"

	"github.com/rcpool/rcpool/classic"
)

type Alarm struct {
	classic.ReferenceCounter
	Site  string
	Level int
	Path  []string
}

func (a *Alarm) Reset() {
	a.Site, a.Level = "", 0
	clear(a.Path)
	a.Path = a.Path[:0]
}

var alarms = classic.NewReferenceCountedPool(
	func(c classic.ReferenceCounter) classic.ReferenceCountable {
		a := new(Alarm)
		a.ReferenceCounter = c
		return a
	},
	func(v interface{}) error {
		a, ok := v.(*Alarm)
		if !ok {
			return fmt.Errorf("unexpected %T", v)
		}
		a.Reset()
		return nil
	})

func raise(site string, level int, path ...string) *Alarm {
	a := alarms.Get().(*Alarm)
	a.Site, a.Level = site, level
	a.Path = append(a.Path, path...)
	return a
}

type bus struct {
	mu     sync.Mutex
	topics map[string][]chan *Alarm
	worst  *Alarm
	wg     sync.WaitGroup
}

func (b *bus) subscribe(site string, use func(*Alarm)) {
	ch := make(chan *Alarm, 4)
	b.mu.Lock()
	b.topics[site] = append(b.topics[site], ch)
	b.mu.Unlock()
	b.wg.Add(1)
	go func() {
		defer b.wg.Done()
		for a := range ch {
			use(a)
			a.DecrementReferenceCount()
		}
	}()
}

// publish gives up the reference of the caller.
func (b *bus) publish(a *Alarm) {
	defer a.DecrementReferenceCount()
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, ch := range b.topics[a.Site] {
		a.IncrementReferenceCount()
		ch <- a
	}
	if b.worst == nil || a.Level > b.worst.Level {
		previous := b.worst
		a.IncrementReferenceCount()
		b.worst = a
		if previous != nil {
			previous.DecrementReferenceCount()
		}
	}
}

func (b *bus) close() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	for site, chans := range b.topics {
		for _, ch := range chans {
			close(ch)
		}
		delete(b.topics, site)
	}
	b.wg.Wait()
	if b.worst == nil {
		return "all quiet"
	}
	defer func() { b.worst = nil }()
	defer b.worst.DecrementReferenceCount()
	return fmt.Sprintf("%s %d %v", b.worst.Site, b.worst.Level, b.worst.Path)
}

func main() {
	b := &bus{topics: map[string][]chan *Alarm{}}
	var mu sync.Mutex
	var lines []string
	for _, site := range []string{"north", "south", "north"} {
		b.subscribe(site, func(a *Alarm) {
			mu.Lock()
			defer mu.Unlock()
			lines = append(lines, fmt.Sprint(a.Site, a.Level, len(a.Path)))
		})
	}
	for i := range 9 {
		b.publish(raise([]string{"north", "south", "west"}[i%3], i*7%10, "root", fmt.Sprint(i)))
	}
	fmt.Println(b.close())
	sort.Strings(lines)
	fmt.Println(lines)
	fmt.Println(alarms.Stats()["referenced"])
}
