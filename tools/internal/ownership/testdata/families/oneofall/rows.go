// Package oneofall has lists and maps of which one element is released, and later all.
package oneofall

import "github.com/rcpool/rcpool"

type Row struct{ N int }

var rows rcpool.Pool[Row]

type table interface{ Insert(*Row) error }
