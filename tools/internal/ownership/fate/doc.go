// Package fate has the objects that are owned, and what becomes of them.
//
// An Object is a reference that was acquired, a counted object, or what a parameter
// or a field refers to. A Role ties a value to an object: the value is a reference
// to it, is borrowed from it, is memory that it shares, or is a function that
// releases it.
//
// A Fate says what has happened to an object on a path. Its Status is one of four:
//
//	live ── the last release ──▶ dead
//	  │╰──── handed over ──────▶ gone
//	  ╰───── not followed ─────▶ top
//
// Top is above the others: anything may have happened, and nothing is reported. An
// object gets there from any status and never leaves. A Fate is a value: to change
// it, copy it and set the copy.
package fate
