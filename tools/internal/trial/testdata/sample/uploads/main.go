// Command uploads has its mistake in a package of its own.
package main

import (
	"fmt"

	"sample/uploads/store"
)

func main() { fmt.Println(store.Size("a")) }
