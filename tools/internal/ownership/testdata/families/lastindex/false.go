package lastindex

import "github.com/rcpool/rcpool"

// All but the last backend get a reference of their own.
func (m *mirror) ship(text string) {
	if len(m.backends) == 0 {
		return
	}
	ref := lines.Get()
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

// The last index is compared where it is needed.
func fan(ref rcpool.Ref[line], queues []chan rcpool.Ref[line]) {
	if len(queues) == 0 {
		ref.Release()
		return
	}
	for i := range queues {
		out := ref
		if i != len(queues)-1 {
			out = ref.Retain()
		}
		queues[i] <- out
	}
}

// The next index is compared with the length.
func spread(text string, queues []chan rcpool.Ref[line]) {
	if len(queues) < 1 {
		return
	}
	ref := lines.Get()
	ref.Value().text = text
	for i := 0; i < len(queues); i++ {
		if i+1 == len(queues) {
			queues[i] <- ref
		} else {
			queues[i] <- ref.Retain()
		}
	}
}

// The last turn releases.
func each(ref rcpool.Ref[line], calls []func(*line)) {
	if len(calls) == 0 {
		ref.Release()
	}
	for i, call := range calls {
		call(ref.Value())
		if i >= len(calls)-1 {
			ref.Release()
		}
	}
}
