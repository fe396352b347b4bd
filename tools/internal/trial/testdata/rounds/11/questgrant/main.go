// truth: double-release line 50 plain
package main

import (
	"fmt"

	"github.com/rcpool/rcpool/classic"
)

type Grant struct {
	classic.ReferenceCounter
	Player string
	Items  []string
}

var grants = classic.NewReferenceCountedPool(
	func(rc classic.ReferenceCounter) classic.ReferenceCountable { return &Grant{ReferenceCounter: rc} },
	func(i interface{}) error {
		g := i.(*Grant)
		clear(g.Items)
		g.Player, g.Items = "", g.Items[:0]
		return nil
	},
)

type inventory struct {
	slots int
	items map[string][]string
}

func (inv *inventory) room(player string) int {
	return inv.slots - len(inv.items[player])
}

// complete gives the rewards of a quest to a player.
func (inv *inventory) complete(player string, rewards ...string) error {
	g := grants.Get().(*Grant)
	defer g.DecrementReferenceCount()
	g.Player = player
	for _, r := range rewards {
		if r == "" {
			continue
		}
		g.Items = append(g.Items, r)
	}
	switch {
	case len(g.Items) == 0:
		return fmt.Errorf("quest of %s has no rewards", player)
	case len(g.Items) > inv.room(player):
		g.DecrementReferenceCount()
		return fmt.Errorf("the bags of %s are full", player)
	}
	inv.items[player] = append(inv.items[player], g.Items...)
	return nil
}

func main() {
	inv := &inventory{slots: 3, items: map[string][]string{}}
	fmt.Println(inv.complete("ada", "sword", "shield"))
	fmt.Println(inv.complete("bob", "", ""))
	fmt.Println(inv.complete("bob", "potion"))
	fmt.Println(inv.complete("ada", "boots", "helmet"))
	fmt.Println(inv.items)
}
