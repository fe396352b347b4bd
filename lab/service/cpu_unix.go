//go:build unix

package service

import (
	"syscall"
	"time"
)

// cpuSeconds returns the CPU time of the process, and 0 if the system does not
// tell.
func cpuSeconds() float64 {
	var usage syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &usage); err != nil {
		return 0
	}
	return time.Duration(usage.Utime.Nano() + usage.Stime.Nano()).Seconds()
}
