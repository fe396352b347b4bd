// Package keyedentries is a program with caches whose entries expire: who finds an old entry loads a
// new object, and puts it there.
package main

import (
	"errors"

	"github.com/rcpool/rcpool"
)

type Page struct {
	URL, From string
	Until     int
}

var pages = rcpool.Pool[Page]{Name: "pages"}

var errDown = errors.New("down")

type loader func(url string, into *Page) error

func load(url string, into *Page) error {
	if url == "" {
		return errDown
	}
	into.From = url
	return nil
}

func main() {
	use1(load)
	use2(load)
}
