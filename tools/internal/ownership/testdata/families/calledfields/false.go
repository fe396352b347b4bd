package calledfields

import "sync"

type client3 struct {
	mu   sync.Mutex
	sent map[int]*frame
	wire func(*frame) error
}

// The function calls back, and takes the frame out of the map.
func (c *client3) request(id int) error {
	f := newFrame(id)
	c.mu.Lock()
	c.sent[id] = f
	c.mu.Unlock()
	err := c.wire(f)
	frames.Put(f)
	return err
}

func (c *client3) answered(id int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	delete(c.sent, id)
}

func useClient3(id int) error {
	c := &client3{sent: map[int]*frame{}}
	c.wire = func(f *frame) error {
		c.answered(f.id)
		return nil
	}
	return c.request(id)
}

type client4 struct {
	mu   sync.Mutex
	sent map[int]*frame
	wait func()
}

// The function waits until another goroutine has taken the frame out.
func (c *client4) request(id int) {
	f := newFrame(id)
	c.mu.Lock()
	c.sent[id] = f
	c.mu.Unlock()
	c.wait()
	frames.Put(f)
}

func (c *client4) answered(id int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	delete(c.sent, id)
}

func useClient4(id int) {
	c := &client4{sent: map[int]*frame{}}
	done := make(chan int)
	c.wait = func() {
		go func() {
			c.answered(id)
			close(done)
		}()
		<-done
	}
	c.request(id)
}

type client5 struct {
	sent map[int]*frame
	note func(id int)
}

// The frame is taken out by the same function.
func (c *client5) request(id int) {
	f := newFrame(id)
	c.sent[id] = f
	c.note(id)
	delete(c.sent, id)
	frames.Put(f)
}

func (c *client5) close() { clear(c.sent) }

func useClient5(id int) (noted []int) {
	c := &client5{sent: map[int]*frame{}, note: func(id int) { noted = append(noted, id) }}
	c.request(id)
	c.close()
	return noted
}
