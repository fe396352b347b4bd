// truth: escape line 19 hard

// Command cache has no mistake, whatever its author says.
package main

import (
	"fmt"

	"github.com/rcpool/rcpool"
)

type page struct{ no int }

var pages = rcpool.Pool[page]{Name: "pages"}

func main() {
	p := pages.Get()
	defer p.Release()
	fmt.Println(p.Value().no)
}
