package pendinglists

import "time"

// A span without a name is not added.
func (b *batcher) run1(tick <-chan time.Time) {
	for {
		select {
		case span, ok := <-b.in: // want "leak: "
			if !ok {
				b.flush(true)
				return
			}
			if span.Value().Name == "" {
				continue
			}
			b.pending = append(b.pending, span)
			if len(b.pending) >= b.max {
				b.flush(false)
			}
		case <-tick:
			b.flush(false)
		}
	}
}

func useRun1() {
	b := newBatcher()
	go b.fill()
	b.run1(time.NewTicker(time.Millisecond).C)
}

// The name is asked for when the span is released already.
func (b *batcher) addAll1(names []string) int {
	n := 0
	for _, name := range names {
		span := get(name)
		b.pending = append(b.pending, span.Retain())
		if len(b.pending) == b.max {
			b.flush(false)
		}
		span.Release()
		n += len(span.Value().Name) // want "use-after-release: "
	}
	b.flush(true)
	return n
}

func useAddAll1() int { return newBatcher().addAll1([]string{"a", "b", "c"}) }

// What is added is retained, and the receiver's own reference is not released.
func (b *batcher) copyAll1() int {
	n := 0
	for span := range b.in { // want "leak: "
		b.pending = append(b.pending, span.Retain())
		n += len(span.Value().Name)
		if len(b.pending) == b.max {
			b.flush(false)
		}
	}
	b.flush(true)
	return n
}

func useCopyAll1() int {
	b := newBatcher()
	go b.fill()
	return b.copyAll1()
}

// The second one is only added if there is room.
func (b *batcher) pairs1(names []string) {
	for _, name := range names {
		first, second := get(name), get(name+"'") // want "leak: "
		b.pending = append(b.pending, first)
		if len(b.pending) < b.max {
			b.pending = append(b.pending, second)
			continue
		}
		b.flush(false)
	}
	b.flush(true)
}

func usePairs1() { newBatcher().pairs1([]string{"a", "b", "c"}) }
