// Package sharedrings has rings of references whose readers get references of their own.
package sharedrings

import "github.com/rcpool/rcpool"

type moment struct{ tick int }

func (m *moment) Reset() { m.tick = 0 }

var moments rcpool.Pool[moment]

const depth = 8
