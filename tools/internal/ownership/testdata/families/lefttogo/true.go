package lefttogo

// The goroutine returns early.
func start(id int, out chan<- int) {
	t := &task{msg: messages.Get(), id: id} // want "leak: "
	go func() {
		if err := t.check(); err != nil {
			return
		}
		out <- t.msg.Value().Kind
		t.finish()
	}()
}

// So does one that is given the struct.
func startValue(id int, out chan<- int) {
	t := task{msg: messages.Get(), id: id} // want "leak: "
	go func(t task) {
		if t.check() != nil {
			return
		}
		out <- t.msg.Value().Kind
		t.finish()
	}(t)
}

// There is one for each number.
func startAll(ids []int, out chan<- int) {
	for _, id := range ids {
		t := &task{msg: messages.Get(), id: id} // want "leak: "
		go func() {
			if t.check() != nil {
				out <- -1
				return
			}
			out <- t.id
			t.finish()
		}()
	}
}

// A declared function runs in the goroutine.
func startWork(id int, out chan<- int) {
	t := &task{msg: messages.Get(), id: id} // missed "leak: "
	go work(t, out)
}

func work(t *task, out chan<- int) {
	if t.check() != nil {
		return
	}
	out <- t.msg.Value().Kind
	t.finish()
}
