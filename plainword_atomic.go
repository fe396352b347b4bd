//go:build race || 386 || arm || mips || mipsle

package rcpool

import "sync/atomic"

// See plainword.go.
type plainWord struct{ w atomic.Uint64 }

func (p *plainWord) set(w word) { p.w.Store(uint64(w)) }

func (p *plainWord) get() word { return word(p.w.Load()) }
