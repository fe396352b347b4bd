package followed

import "github.com/rcpool/rcpool"

// What put leaves is released by discard, which does nothing when called again.
func (l *lease) put() {
	l.c.mu.Lock()
	if !l.c.closed {
		l.c.idle = append(l.c.idle, rcpool.Move(&l.link))
	}
	l.c.mu.Unlock()
	l.discard()
}

func (l *lease) discard() {
	if l.c == nil {
		return
	}
	if !l.link.IsZero() {
		l.link.Value().conn.Close()
		rcpool.Drop(&l.link)
	}
	<-l.c.slots
	l.c = nil
}

func (c *client) do(fail bool) error {
	l, err := c.checkout()
	if err != nil {
		return err
	}
	if fail {
		l.discard()
		return err
	}
	l.put()
	return nil
}

// The same, without a method.
func use(c *client) {
	l, err := c.checkout()
	if err != nil {
		return
	}
	l.link.Value().used++
	l.put()
}

// A receiver is not nil, so its guard does not keep it from releasing.
func (l *lease) finish() {
	l.link.Value().used++
	if owner := l.c; owner != nil {
		rcpool.Drop(&l.link)
	}
}

func (c *client) once() {
	l := &lease{c: c, link: links.Get()}
	l.finish()
}

// A method that asks whether its receiver is nil can be called without one.
func (l *lease) close() {
	if l == nil {
		return
	}
	rcpool.Drop(&l.link)
}

func (c *client) maybe(open bool) {
	var l *lease
	if open {
		l = &lease{c: c, link: links.Get()}
	}
	l.close()
}
