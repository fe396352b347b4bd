// Package partsofothers has objects with structs of other packages in them, which their Reset
// readies part by part.
package partsofothers

import "github.com/rcpool/rcpool"

var (
	canvases  rcpool.Pool[canvas]
	requests  rcpool.Pool[request]
	tiles     rcpool.Pool[tile]
	fetches   rcpool.Pool[fetch]
	responses = rcpool.Pool[response]{Reset: resetResponse}
)
