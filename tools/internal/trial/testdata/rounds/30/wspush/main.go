// truth: double-release line 58 plain

// Command wspush pushes notifications to connected users and falls back to
// mail for those who are away.
package main

import (
	"errors"
	"fmt"
	"sync"

	"github.com/rcpool/rcpool"
)

type notice struct {
	user string
	text []byte
	kind int
}

func (n *notice) Reset() { n.user, n.text, n.kind = "", n.text[:0], 0 }

var notices rcpool.Pool[notice]

var errAway = errors.New("user is away")

type socket interface {
	Send(kind int, text []byte) error
}

type hub struct {
	mu      sync.RWMutex
	sockets map[string]socket
	mail    func(user, text string)
	muted   map[string]bool
}

func (h *hub) find(user string) (socket, error) {
	h.mu.RLock()
	defer h.mu.RUnlock()
	s, ok := h.sockets[user]
	if !ok {
		return nil, errAway
	}
	return s, nil
}

// push takes ref over.
func (h *hub) push(ref rcpool.Ref[notice]) error {
	defer ref.Release()
	n := ref.Value()
	if len(n.text) == 0 {
		return errors.New("empty notice")
	}
	s, err := h.find(n.user)
	if errors.Is(err, errAway) {
		if h.muted[n.user] {
			ref.Release()
			return nil
		}
		h.mail(n.user, string(n.text))
		return nil
	}
	if err := s.Send(n.kind, n.text); err != nil {
		return fmt.Errorf("push to %s: %w", n.user, err)
	}
	return nil
}

type printer struct{ name string }

func (p printer) Send(kind int, text []byte) error {
	if kind > 9 {
		return errors.New("unknown kind")
	}
	fmt.Printf("%s <- %d %s\n", p.name, kind, text)
	return nil
}

func notify(h *hub, user, text string, kind int) error {
	ref := notices.Get()
	n := ref.Value()
	n.user, n.kind = user, kind
	n.text = append(n.text, text...)
	return h.push(ref)
}

func main() {
	h := &hub{
		sockets: map[string]socket{"ann": printer{"ann"}},
		muted:   map[string]bool{"cid": true},
		mail:    func(user, text string) { fmt.Println("mail to", user, "-", text) },
	}
	var wg sync.WaitGroup
	for i, user := range []string{"ann", "bob", "ann"} {
		wg.Go(func() {
			if err := notify(h, user, "build finished", i*5); err != nil {
				fmt.Println(err)
			}
		})
	}
	wg.Wait()
}
