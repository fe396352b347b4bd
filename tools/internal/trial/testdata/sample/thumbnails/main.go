// truth: correct

// Command thumbnails is a program without a mistake.
package main

import (
	"fmt"

	"github.com/rcpool/rcpool"
)

type image struct{ pixels [64]byte }

var images = rcpool.Pool[image]{Name: "images"}

func main() {
	thumbnail := images.Get()
	defer thumbnail.Release()
	fmt.Println(len(thumbnail.Value().pixels))
}
