// Package unevenresults has caches that find references, or make them.
package unevenresults

import (
	"errors"

	"github.com/rcpool/rcpool"
)

var errNumber = errors.New("number")

type Item struct {
	No   int
	Text []byte
}

func (i *Item) Reset() { i.No, i.Text = 0, i.Text[:0] }

var items = rcpool.Pool[Item]{Name: "items"}

func get(no int) rcpool.Ref[Item] {
	item := items.Get()
	item.Value().No = no
	return item
}
