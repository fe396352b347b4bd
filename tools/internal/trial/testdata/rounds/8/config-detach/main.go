// truth: correct
package main

import (
	"bufio"
	"fmt"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/rcpool/rcpool"
)

type flag struct {
	name    string
	percent int
}

type ruleset struct {
	version int
	flags   []flag
}

var (
	rulesets = rcpool.Pool[ruleset]{Reset: func(r *ruleset) { r.version, r.flags = 0, r.flags[:0] }}
	active   atomic.Pointer[ruleset]
)

// load builds a ruleset in a pooled object. Most builds fail validation or are
// equal to the active one; only a new one leaves the pool for good.
func load(version int, text string) (changed bool, err error) {
	ref := rulesets.Get()
	defer rcpool.Drop(&ref)
	r := ref.Value()
	r.version = version
	sc := bufio.NewScanner(strings.NewReader(text))
	for sc.Scan() {
		var f flag
		if _, err := fmt.Sscanf(sc.Text(), "%s %d", &f.name, &f.percent); err != nil {
			return false, fmt.Errorf("version %d: %q: %w", version, sc.Text(), err)
		}
		r.flags = append(r.flags, f)
	}
	if err := validate(ref.Retain()); err != nil {
		return false, err
	}
	if old := active.Load(); old != nil && same(old, r) {
		return false, nil
	}
	owned := rcpool.Move(&ref)
	active.Store(owned.Detach())
	return true, nil
}

// validate takes ref over: the two halves are checked at the same time.
func validate(ref rcpool.Ref[ruleset]) error {
	defer ref.Release()
	flags := ref.Value().flags
	var wg sync.WaitGroup
	var bad atomic.Int32
	check := func(part []flag) {
		for _, f := range part {
			if f.percent < 0 || f.percent > 100 {
				bad.Add(1)
			}
		}
	}
	half := len(flags) / 2
	wg.Go(func() { check(flags[:half]) })
	wg.Go(func() { check(flags[half:]) })
	wg.Wait()
	if n := bad.Load(); n > 0 {
		return fmt.Errorf("%d flags are out of range", n)
	}
	return nil
}

func same(a, b *ruleset) bool {
	if len(a.flags) != len(b.flags) {
		return false
	}
	for i := range a.flags {
		if a.flags[i] != b.flags[i] {
			return false
		}
	}
	return true
}

func main() {
	for v, text := range []string{"dark 10\nfast 50", "dark ten", "dark 10\nfast 50", "dark 101", "dark 20\nfast 50\nnew 1"} {
		changed, err := load(v, text)
		fmt.Println(v, changed, err, active.Load().version, len(active.Load().flags))
	}
}
