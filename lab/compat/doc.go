// Package compat tests that encoders write nothing of a
// classic.ReferenceCounter for the objects that embed one.
package compat
