// Package compat tests that nothing of a classic.ReferenceCounter goes into
// what encoders write of the objects that embed one. It is a module of its own,
// for the encoders it needs.
package compat
