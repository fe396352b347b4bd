// truth: use-after-release line 49 callee
package main

import (
	"fmt"
	"strings"

	"github.com/rcpool/rcpool"
)

type Event struct {
	Kind  string
	Key   string
	Count int
}

var events = rcpool.Pool[Event]{Name: "events"}

type handler func(*Event) error

type router struct {
	byKind map[string]handler
	stats  map[string]int
}

// dispatch runs the handler of the event and gives the event back.
func (r *router) dispatch(ev rcpool.Ref[Event]) (handled bool, err error) {
	defer ev.Release()
	h, ok := r.byKind[ev.Value().Kind]
	if !ok {
		return false, nil
	}
	return true, h(ev.Value())
}

func (r *router) feed(line string) error {
	kind, key, ok := strings.Cut(line, ":")
	if !ok {
		return fmt.Errorf("malformed line %q", line)
	}
	ev := events.Get()
	v := ev.Value()
	v.Kind, v.Key, v.Count = kind, key, len(key)
	handled, err := r.dispatch(ev)
	if err != nil {
		return err
	}
	if !handled {
		r.stats["unhandled "+v.Kind]++
		return nil
	}
	r.stats[kind]++
	return nil
}

func main() {
	sum := 0
	r := &router{
		stats: map[string]int{},
		byKind: map[string]handler{
			"login": func(e *Event) error {
				sum += e.Count
				return nil
			},
			"fault": func(e *Event) error { return fmt.Errorf("fault in %s", e.Key) },
		},
	}
	for _, line := range []string{"login:ann", "fault:db", "logout:ann", "garbage"} {
		if err := r.feed(line); err != nil {
			fmt.Println(err)
		}
	}
	fmt.Println(sum, r.stats)
}
