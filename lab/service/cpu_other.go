//go:build !unix

package service

// cpuSeconds returns 0: there is no portable way to get the CPU time.
func cpuSeconds() float64 { return 0 }
