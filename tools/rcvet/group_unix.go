//go:build unix

package main

import (
	"os/exec"
	"syscall"
	"time"
)

// asGroup lets the command and what it starts be interrupted together, and
// killed two seconds later if they go on: the go command does not stop the vet
// tools it has started.
func asGroup(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.Cancel = func() error {
		group := -cmd.Process.Pid
		time.AfterFunc(2*time.Second, func() { syscall.Kill(group, syscall.SIGKILL) })
		return syscall.Kill(group, syscall.SIGINT)
	}
}
