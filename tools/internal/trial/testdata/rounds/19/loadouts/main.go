// truth: leak line 53,67 hard
package main

import (
	"errors"
	"fmt"

	"github.com/rcpool/rcpool"
)

type loadout struct {
	class string
	items []string
	ammo  int
}

func (l *loadout) Reset() {
	clear(l.items)
	*l = loadout{items: l.items[:0]}
}

var loadouts = rcpool.Pool[loadout]{Name: "loadouts"}

var errClass = errors.New("unknown class")

type world struct {
	equipped map[int]rcpool.Ref[loadout]
	presets  map[string]rcpool.Ref[loadout]
}

func newWorld() *world {
	return &world{map[int]rcpool.Ref[loadout]{}, map[string]rcpool.Ref[loadout]{}}
}

func (w *world) preset(class string, ammo int, items ...string) {
	l := loadouts.Get()
	v := l.Value()
	v.class, v.ammo = class, ammo
	v.items = append(v.items, items...)
	if old, ok := w.presets[class]; ok {
		old.Release()
	}
	w.presets[class] = l
}

// spawn equips a player with a preset, which players share.
func (w *world) spawn(player int, class string) error {
	p, ok := w.presets[class]
	if !ok {
		return fmt.Errorf("%w: %s", errClass, class)
	}
	w.despawn(player)
	w.equipped[player] = p.Retain()
	return nil
}

// pickup gives a player a loadout of his own, with one item more.
func (w *world) pickup(player int, item string) {
	cur, ok := w.equipped[player]
	if !ok {
		return
	}
	own := loadouts.Get()
	v, c := own.Value(), cur.Value()
	v.class, v.ammo = c.class, c.ammo
	v.items = append(append(v.items, c.items...), item)
	w.equipped[player] = own
}

func (w *world) despawn(player int) {
	if l, ok := w.equipped[player]; ok {
		delete(w.equipped, player)
		l.Release()
	}
}

func (w *world) close() {
	for player := range w.equipped {
		w.despawn(player)
	}
	for class, l := range w.presets {
		delete(w.presets, class)
		l.Release()
	}
}

func main() {
	w := newWorld()
	defer w.close()
	w.preset("scout", 30, "pistol", "map")
	w.preset("medic", 10, "kit")
	w.preset("scout", 40, "pistol")
	for player, class := range []string{"scout", "medic", "scout", "wizard"} {
		if err := w.spawn(player, class); err != nil {
			fmt.Println(err)
		}
	}
	w.pickup(0, "rope")
	w.pickup(7, "rope")
	w.despawn(1)
	fmt.Println(w.equipped[0].Value().items, w.equipped[2].Value().items)
}
