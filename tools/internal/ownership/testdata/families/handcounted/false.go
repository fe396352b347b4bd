package handcounted

import (
	"sync"
	"sync/atomic"
)

// The last goroutine releases the frame.
func share(n int, use func([]byte)) {
	frame := frames.Get()
	var left atomic.Int32
	left.Store(int32(n))
	for range n {
		go func() {
			use(frame.Value().Data)
			if left.Add(-1) == 0 {
				frame.Release()
			}
		}()
	}
}

// The last goroutine closes the channel.
func shareAndWait(n int, use func([]byte)) {
	frame := frames.Get()
	var mu sync.Mutex
	left, done := n, make(chan struct{})
	for i := 0; i < n; i++ {
		go func() {
			use(frame.Value().Data)
			mu.Lock()
			left--
			last := left == 0
			mu.Unlock()
			if last {
				close(done)
			}
		}()
	}
	if n > 0 {
		<-done
	}
	frame.Release()
}

// Each goroutine gets a reference out of the list.
func shareList(n int, use func([]byte)) {
	frame := frames.Get()
	refs := append(make([]frameRef, 0, n), frame)
	for len(refs) < n {
		refs = append(refs, frame.Retain())
	}
	for _, ref := range refs {
		go func() {
			use(ref.Value().Data)
			ref.Release()
		}()
	}
}

// The goroutine is the only one, and releases the frame.
func shareWithOne(use func([]byte)) {
	frame := frames.Get()
	go func() {
		use(frame.Value().Data)
		frame.Release()
	}()
}

// Each output gets a reference that was counted before.
func broadcast(data []byte, outputs []chan *packet) {
	p := newPacket(data)
	p.share(int32(len(outputs)))
	for _, out := range outputs {
		out <- p
	}
	p.drop()
}

// The counter is set where the packet is sent.
func broadcastAll(data []byte, outputs []chan *packet) {
	p := packets.Get().(*packet)
	p.data = append(p.data[:0], data...)
	atomic.StoreInt64(&p.left, int64(len(outputs)))
	for _, out := range outputs {
		out <- p
	}
}

// Two goroutines, two references.
func mirror(data []byte, use func([]byte)) {
	p := newPacket(data)
	p.users.Add(1)
	go func() {
		use(p.data)
		p.drop()
	}()
	go func() {
		use(p.data)
		p.drop()
	}()
}

// The counter has no sign.
func pair(data []byte, first, second chan<- *packet) {
	p := newPacket(data)
	p.refs.Store(2)
	p.sent.Store(false)
	first <- p
	second <- p
}

// Both call a literal that counts.
func shareByName(use func([]byte)) {
	frame := frames.Get()
	var left atomic.Int32
	left.Store(2)
	done := func() {
		if left.Add(-1) == 0 {
			frame.Release()
		}
	}
	go func() {
		defer done()
		use(frame.Value().Data)
	}()
	defer done()
	use(frame.Value().Data)
}
