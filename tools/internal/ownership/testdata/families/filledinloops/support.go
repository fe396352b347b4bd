// Package filledinloops has structs whose reference is set on some ways, and then taken for good.
package filledinloops

import (
	"errors"
	"sync"

	"github.com/rcpool/rcpool"
)

type menu struct{ dishes []string }

func (m *menu) Reset() { m.dishes = m.dishes[:0] }

var (
	menus    = rcpool.Pool[menu]{}
	errEmpty = errors.New("no dishes")
)

type board struct {
	mu  sync.Mutex
	now rcpool.Ref[menu]
}

// show takes the menu over.
func (b *board) show(m rcpool.Ref[menu]) {
	b.mu.Lock()
	b.now, m = m, b.now
	b.mu.Unlock()
	rcpool.Drop(&m)
}

// last is only called when there is a menu.
func (b *board) last() *menu {
	b.mu.Lock()
	defer b.mu.Unlock()
	m := rcpool.Move(&b.now)
	return m.Detach()
}

// wipe is only called when there is a menu.
func (b *board) wipe() {
	b.now.Release()
	b.now = rcpool.Ref[menu]{}
}

func (b *board) clear() { rcpool.Drop(&b.now) }

func write(dishes []string) (rcpool.Ref[menu], error) {
	if len(dishes) == 0 {
		return rcpool.Ref[menu]{}, errEmpty
	}
	m := menus.Get()
	m.Value().dishes = append(m.Value().dishes, dishes...)
	return m, nil
}
