package main

// The exit codes.
const (
	clean       = 0   // no reports
	found       = 1   // there are reports
	failed      = 2   // wrong usage, or some packages were not checked
	interrupted = 130 // by a signal
)
