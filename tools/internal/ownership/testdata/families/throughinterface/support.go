// Package throughinterface passes structs that own references as interfaces, or as values of a
// type parameter, to functions that know only some methods.
package throughinterface

import "github.com/rcpool/rcpool"

type Page struct{ n int }

var pages = rcpool.Pool[Page]{Name: "pages"}

type document struct {
	root rcpool.Ref[Page]
	name string
}

func (d *document) close() { rcpool.Drop(&d.root) }

func (d *document) size() int { return d.root.Value().n }

type closer interface{ close() }

func shut(c closer) { c.close() }

func shutAll[C interface{ close() }](all ...C) {
	for _, c := range all {
		c.close()
	}
}

func shutOne[C interface{ close() }](c C) { c.close() }

func measure(s interface{ size() int }) int { return s.size() }

func measureOne[S interface{ size() int }](s S) int { return s.size() }
