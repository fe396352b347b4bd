// truth: correct
package main

import (
	"fmt"
	"sync"

	"github.com/rcpool/rcpool"
)

type Build struct {
	Repo   string
	Status string
	Steps  int
}

var builds = rcpool.Pool[Build]{Name: "builds"}

type observer struct {
	onDone  func(*Build)
	onClose func()
}

// bus calls observers, one after the other. They must not call the bus.
type bus struct {
	mu        sync.Mutex
	next      int
	observers map[int]observer
}

func (b *bus) subscribe(o observer) (cancel func()) {
	b.mu.Lock()
	defer b.mu.Unlock()
	id := b.next
	b.next++
	b.observers[id] = o
	return func() {
		b.mu.Lock()
		o, ok := b.observers[id]
		delete(b.observers, id)
		b.mu.Unlock()
		if ok && o.onClose != nil {
			o.onClose()
		}
	}
}

func (b *bus) publish(v *Build) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, o := range b.observers {
		o.onDone(v)
	}
}

func (b *bus) close() {
	b.mu.Lock()
	all := b.observers
	b.observers = map[int]observer{}
	b.mu.Unlock()
	for _, o := range all {
		if o.onClose != nil {
			o.onClose()
		}
	}
}

// compareWith tells of each build how it differs from a reference build. The
// reference lives as long as the subscription.
func compareWith(b *bus, base rcpool.Ref[Build], report func(string)) (cancel func()) {
	return b.subscribe(observer{
		onDone: func(v *Build) {
			ref := base.Value()
			if v.Repo == ref.Repo && v.Status != ref.Status {
				report(fmt.Sprintf("%s: %s, was %s, %+d steps", v.Repo, v.Status, ref.Status, v.Steps-ref.Steps))
			}
		},
		onClose: base.Release,
	})
}

type ci struct {
	bus  bus
	last map[string]string
	news []string
}

func (c *ci) build(repo, status string, steps int) rcpool.Ref[Build] {
	ref := builds.Get()
	*ref.Value() = Build{repo, status, steps}
	c.bus.publish(ref.Value())
	return ref
}

func main() {
	c := &ci{last: map[string]string{}}
	c.bus.observers = map[int]observer{}
	c.bus.subscribe(observer{onDone: func(v *Build) { c.last[v.Repo] = v.Status }})
	tell := func(s string) { c.news = append(c.news, s) }

	base := c.build("api", "passed", 10)
	stopAPI := compareWith(&c.bus, base.Retain(), tell)
	web := c.build("web", "failed", 4)
	compareWith(&c.bus, web, tell)
	base.Release()
	for _, s := range []string{"passed", "failed"} {
		ref := c.build("api", s, 12)
		ref.Release()
	}
	stopAPI()
	stopAPI()
	ref := c.build("api", "failed", 13)
	defer ref.Release()
	other := c.build("web", "passed", 5)
	other.Release()
	c.bus.close()
	fmt.Println(c.last, c.news)
}
