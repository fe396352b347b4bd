package calledfields

import "sync"

type client1 struct {
	mu   sync.Mutex
	sent map[int]*frame
	wire func(*frame) error
}

// The map keeps what goes back to the pool.
func (c *client1) request(id int) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	f := newFrame(id)
	c.sent[id] = f // want "escape: "
	err := c.wire(f)
	frames.Put(f)
	return err
}

func (c *client1) answered(id int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	delete(c.sent, id)
}

func useClient1(id int) (n int, err error) {
	c := &client1{sent: map[int]*frame{}, wire: func(f *frame) error {
		n += len(f.data)
		return nil
	}}
	err = c.request(id)
	c.answered(id)
	return n, err
}

type client2 struct {
	sent map[int]*frame
	note func(id int)
}

// The function that is called in between takes nothing out.
func (c *client2) request(id int) {
	f := newFrame(id)
	defer frames.Put(f)
	c.sent[id] = f // want "escape: "
	c.note(id)
}

func (c *client2) close() { clear(c.sent) }

func useClient2(id int) (noted []int) {
	c := &client2{sent: map[int]*frame{}, note: func(id int) { noted = append(noted, id) }}
	c.request(id)
	c.close()
	return noted
}

type client6 struct{ sent map[int]*frame }

var count = func(f *frame) int { return len(f.data) }

// A global variable has the function.
func (c *client6) request(id int) int {
	f := newFrame(id)
	c.sent[id] = f // want "escape: "
	n := count(f)
	frames.Put(f)
	return n
}

func (c *client6) answered(id int) { delete(c.sent, id) }

func useClient6(id int) int {
	c := &client6{sent: map[int]*frame{}}
	n := c.request(id)
	c.answered(id)
	return n
}
