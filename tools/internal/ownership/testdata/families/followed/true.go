package followed

import "github.com/rcpool/rcpool"

// A client that is closed takes nothing back.
func (l *lease) putLost() {
	l.c.mu.Lock()
	defer l.c.mu.Unlock()
	if !l.c.closed {
		l.c.idle = append(l.c.idle, rcpool.Move(&l.link))
	}
	l.c = nil
}

func (c *client) doLost() error {
	l, err := c.checkout() // want "leak: "
	if err != nil {
		return err
	}
	l.putLost()
	return nil
}

// It is discarded, and then released again.
func useTwice(c *client) {
	l, err := c.checkout()
	if err != nil {
		return
	}
	l.link.Value().used++
	ref := l.link
	l.discard()
	ref.Release() // want "double-release: "
}

// The guard is the wrong way round.
func (l *lease) finishLost() {
	l.link.Value().used++
	if owner := l.c; owner == nil {
		rcpool.Drop(&l.link)
	}
}

func (c *client) onceLost() {
	l := &lease{c: c, link: links.Get()} // want "leak: "
	l.finishLost()
}

// Nobody closes it where it was not asked for.
func (c *client) maybeLost(open, keep bool) {
	l := &lease{c: c, link: links.Get()} // want "leak: "
	if open {
		l.link.Value().used++
	}
	if !keep {
		l.close()
	}
}
