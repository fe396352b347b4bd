// truth: correct

// Command lrucache serves rendered pages from a cache.
package main

import (
	"fmt"
	"log"
	"strings"

	"round/lrucache/cache"
)

func main() {
	c := cache.New(3)
	defer c.Purge()
	renders := 0
	render := func(p *cache.Page) {
		renders++
		p.HTML = append(p.HTML, strings.ToUpper(p.Key)...)
	}

	held := c.Get("home", render)
	defer held.Release()
	for _, key := range []string{"news", "about", "news", "shop", "blog", "news", "home"} {
		page := c.Get(key, render)
		if got := string(page.Value().HTML); got != strings.ToUpper(key) {
			log.Fatalf("%s: %s", key, got)
		}
		page.Release()
	}
	if got := string(held.Value().HTML); got != "HOME" {
		log.Fatal("evicted page changed: ", got)
	}
	fmt.Println("rendered", renders)
}
