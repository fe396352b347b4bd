package filledinloops

import "github.com/rcpool/rcpool"

// Some of the days have dishes.
func week(days [][]string) *menu {
	var b board
	for _, dishes := range append(days, []string{"soup"}) {
		m, err := write(dishes)
		if err != nil {
			continue
		}
		b.show(m)
	}
	return b.last()
}

// The loop runs at least once, as those who call this know.
func wipedAfter(days [][]string) {
	var b board
	for range days {
		b.show(menus.Get())
	}
	b.wipe()
}

// The field itself is set in the loop.
func stored(days [][]string) {
	b := &board{}
	for i := range days {
		if i == len(days)-1 {
			b.now = menus.Get()
		}
	}
	b.wipe()
}

// It is emptied first, and filled in the loop.
func refilled(b *board, days [][]string) *menu {
	rcpool.Drop(&b.now)
	for range days {
		b.show(menus.Get())
	}
	return b.last()
}
