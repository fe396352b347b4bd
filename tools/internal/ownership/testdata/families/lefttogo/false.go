package lefttogo

// The goroutine releases the message on each way.
func startFinished(id int, out chan<- int) {
	t := &task{msg: messages.Get(), id: id}
	go func() {
		defer t.finish()
		if t.check() != nil {
			return
		}
		out <- t.msg.Value().Kind
	}()
}

// The function waits, and finishes what the goroutine has left.
func startWaited(id int) {
	t := &task{msg: messages.Get(), id: id}
	failed := make(chan bool, 1)
	go func() {
		if t.check() != nil {
			failed <- true
			return
		}
		t.finish()
		failed <- false
	}()
	if <-failed {
		t.finish()
	}
}

// The registry has the task, too.
func (r *registry) startListed(id int, out chan<- int) {
	t := &task{msg: messages.Get(), id: id}
	r.add(t)
	go func() {
		if t.check() != nil {
			return
		}
		out <- t.msg.Value().Kind
	}()
}

// Another goroutine gets what is not finished.
func startHandedOn(id int, rest chan<- *task) {
	t := &task{msg: messages.Get(), id: id}
	go func() {
		if t.check() != nil {
			rest <- t
			return
		}
		t.finish()
	}()
}
