package lastindex

import "github.com/rcpool/rcpool"

// There may be no backend.
func (m *mirror) shipToAny(text string) {
	ref := lines.Get() // want "leak: "
	ref.Value().text = text
	last := len(m.backends) - 1
	for i, b := range m.backends {
		if i < last {
			b.queue <- ref.Retain()
			continue
		}
		b.queue <- ref
	}
}

// The last one gets a reference of its own, too.
func fanAll(text string, queues []chan rcpool.Ref[line]) {
	if len(queues) == 0 {
		return
	}
	ref := lines.Get() // want "leak: "
	ref.Value().text = text
	for i := range queues {
		if i == len(queues)-1 {
			ref.Value().text += "."
		}
		queues[i] <- ref.Retain()
	}
}

// A closed backend ends it before the last turn.
func spreadOpen(text string, queues []chan rcpool.Ref[line]) {
	if len(queues) < 1 {
		return
	}
	ref := lines.Get() // want "leak: "
	ref.Value().text = text
	for i := 0; i < len(queues); i++ {
		if queues[i] == nil {
			return
		}
		if i+1 == len(queues) {
			queues[i] <- ref
		} else {
			queues[i] <- ref.Retain()
		}
	}
}

// The last turn releases, and so does what comes after.
func eachTwice(ref rcpool.Ref[line], calls []func(*line)) {
	for i, call := range calls {
		call(ref.Value())
		if i >= len(calls)-1 {
			ref.Release()
		}
	}
	ref.Release() // want "double-release: "
}
