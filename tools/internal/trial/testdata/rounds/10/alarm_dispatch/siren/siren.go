// Package siren sounds alarms.
package siren

import (
	"errors"
	"sync"

	"github.com/rcpool/rcpool"
)

type Alarm struct {
	Zone  string
	Level int
}

var ErrSilenced = errors.New("siren: silenced")

type Bank struct {
	mu       sync.Mutex
	silenced map[string]bool
	sounded  int
}

func (b *Bank) Silence(zone string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.silenced == nil {
		b.silenced = make(map[string]bool)
	}
	b.silenced[zone] = true
}

// Sound sounds the alarm and takes the reference over.
func (b *Bank) Sound(alarm rcpool.Ref[Alarm]) error {
	defer alarm.Release()
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.silenced[alarm.Value().Zone] {
		return ErrSilenced
	}
	b.sounded += alarm.Value().Level
	return nil
}

func (b *Bank) Sounded() int {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.sounded
}
