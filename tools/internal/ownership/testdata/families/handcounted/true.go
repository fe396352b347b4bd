package handcounted

// One goroutine is started, which loses an empty frame.
func shareLost(use func([]byte)) {
	frame := frames.Get() // want "leak: "
	go func() {
		if len(frame.Value().Data) == 0 {
			return
		}
		use(frame.Value().Data)
		frame.Release()
	}()
}

// The channel is received from after the release.
func shareReleasedFirst(use func([]byte)) {
	frame := frames.Get()
	done := make(chan struct{})
	go func() { // want "escape: "
		use(frame.Value().Data)
		close(done)
	}()
	frame.Release()
	<-done
}

// The goroutines and the loop after them release the same references.
func shareListTwice(n int, use func([]byte)) {
	var refs []frameRef
	for range n {
		refs = append(refs, frames.Get())
	}
	for _, ref := range refs {
		go func() {
			use(ref.Value().Data)
			ref.Release()
		}()
	}
	for _, ref := range refs {
		ref.Release() // want "double-release: "
	}
}

// The goroutine releases the frame, and so does the function.
func shareWithOneTwice(use func([]byte)) {
	frame := frames.Get()
	go func() {
		use(frame.Value().Data)
		frame.Release()
	}()
	frame.Release() // want "double-release: "
}

// The packet is put back, although it was sent.
func sendAndPut(data []byte, out chan<- *packet) {
	p := newPacket(data)
	out <- p // want "escape: "
	packets.Put(p)
}

// What is counted is not who uses it.
func sendSeen(data []byte, out chan<- *packet) {
	p := newPacket(data)
	p.seen.Add(1)
	out <- p // want "escape: "
	packets.Put(p)
}

// The packet is used after its last reference was put back.
func putAndUse(data []byte, use func([]byte)) {
	p := newPacket(data)
	p.users.Store(1)
	packets.Put(p)
	use(p.data) // want "use-after-release: "
}

// A flag is no counter.
func sendFlagged(data []byte, first, second chan<- *packet) {
	p := newPacket(data)
	p.sent.Store(true)
	p.from.Store(nil)
	first <- p
	second <- p // want "escape: "
}

// The literal does not count.
func shareByOtherName(use func([]byte)) {
	frame := frames.Get()
	done := func() { frame.Release() }
	go func() {
		defer done()
		use(frame.Value().Data)
	}()
	use(frame.Value().Data) // want "use-after-release: "
}
