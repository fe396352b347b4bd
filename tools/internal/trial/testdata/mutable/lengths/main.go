// truth: correct

// Command lengths is correct, and releases once.
package main

import (
	"fmt"

	"github.com/rcpool/rcpool"
)

type line struct{ text string }

var lines rcpool.Pool[line]

func main() {
	ref := lines.Get()
	ref.Value().text = "some words"
	fmt.Println(len(ref.Value().text))
	ref.Release()
}
