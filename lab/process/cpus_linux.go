package process

import (
	"fmt"
	"os/exec"
	"runtime"

	"golang.org/x/sys/unix"
)

// startOn starts a command on these processors; nil is all. A process inherits them from the thread that starts it.
func startOn(cpus []int, command *exec.Cmd) error {
	if cpus == nil {
		return command.Start()
	}
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	var before, during unix.CPUSet
	for _, cpu := range cpus {
		during.Set(cpu)
	}
	if err := unix.SchedGetaffinity(0, &before); err != nil {
		return fmt.Errorf("ask for the processors of a thread: %w", err)
	}
	if err := unix.SchedSetaffinity(0, &during); err != nil {
		return fmt.Errorf("choose the processors %v: %w", cpus, err)
	}
	defer unix.SchedSetaffinity(0, &before)
	return command.Start()
}
