//go:build unix

package machine

import (
	"syscall"
	"time"
)

// Used returns the processor time of this process, and 0 if the system does not
// tell.
func Used() time.Duration { return used(syscall.RUSAGE_SELF) }

// own is the processor time of this process and of its children that have ended.
func own() time.Duration { return Used() + used(syscall.RUSAGE_CHILDREN) }

func used(who int) time.Duration {
	var u syscall.Rusage
	if syscall.Getrusage(who, &u) != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
