//go:build cgo

// Package ccode is C code that works on pooled objects. Its tests show that the
// checks of rcpool get along with it.
package ccode

/*
#include <stddef.h>
#include <unistd.h>

static unsigned char *held;

static unsigned sum(unsigned char *p, size_t n) {
	unsigned s = 0;
	for (size_t i = 0; i < n; i++) s += p[i];
	return s;
}

static unsigned sum_slowly(unsigned char *p, size_t n) {
	unsigned s = sum(p, n);
	usleep(500);
	return s + sum(p, n);
}

static void hold(unsigned char *p) { held = p; }

static unsigned sum_held(size_t n) { return sum(held, n); }
*/
import "C"

import "unsafe"

// A Packet is what C works on.
type Packet struct{ data [256]byte }

func (p *Packet) first() *C.uchar { return (*C.uchar)(unsafe.Pointer(&p.data[0])) }

// sum adds up the bytes, in one call.
func (p *Packet) sum() uint { return uint(C.sum(p.first(), C.size_t(len(p.data)))) }

// sumSlowly returns twice the sum, in a call that takes half a millisecond.
func (p *Packet) sumSlowly() uint { return uint(C.sum_slowly(p.first(), C.size_t(len(p.data)))) }

// hold has C hold the packet until release. The caller has pinned it.
func (p *Packet) hold() { C.hold(p.first()) }

func release() { C.hold(nil) }

// sumHeld adds up the bytes of the packet that C holds.
func sumHeld() uint { return uint(C.sum_held(C.size_t(len(Packet{}.data)))) }
