//go:build race || 386 || arm || mips || mipsle

package ledger

import (
	"github.com/rcpool/rcpool/internal/race"
	"github.com/rcpool/rcpool/internal/word"
)

// A plainWord is written by one goroutine at a time and read by any, both
// atomically. plain.go says why, and does without where it can.
type plainWord struct{ w race.Uint64 }

func (p *plainWord) set(w word.Word) { p.w.Store(uint64(w)) }

func (p *plainWord) get() word.Word { return word.Word(p.w.Load()) }
